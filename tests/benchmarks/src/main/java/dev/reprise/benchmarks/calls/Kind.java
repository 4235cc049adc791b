package dev.reprise.benchmarks.calls;

import java.util.Locale;

/** The clients, in the order of tables. */
public enum Kind {
  HTTPSURLCONNECTION("HttpsURLConnection"),
  HTTPCLIENT4("HttpClient 4.5.14"),
  /** As its best user would set it up: it offers the server's TLS version alone. */
  HTTPCLIENT4_RESTRICTED("HttpClient 4.5.14, one TLS version"),
  HTTPCLIENT5("HttpClient 5"),
  JAVA_NET_HTTP("java.net.http"),
  /** With TCP_NODELAY, which it does not set by itself. */
  OKHTTP("OkHttp, TCP_NODELAY"),
  WEBSERVICETEMPLATE("WebServiceTemplate, HttpClient 4.5.14"),
  /** Plain HTTP to an nginx on the same machine, which makes the TLS connections. */
  SIDECAR("HttpClient 4.5.14, nginx as a sidecar"),
  REPRISE_HTTPSURLCONNECTION("Reprise over HttpsURLConnection"),
  REPRISE_HTTPCLIENT4("Reprise over HttpClient 4.5.14"),
  REPRISE_PRECONNECT("Reprise, preconnecting"),
  REPRISE_HTTPCLIENT5("Reprise over HttpClient 5"),
  REPRISE_WEBSERVICETEMPLATE("Reprise under WebServiceTemplate"),
  /** The same server, were it not to close. */
  KEEP_ALIVE("HttpClient 4.5.14, keep-alive"),
  /** No HTTP client: a loop over bare sockets that always resumes. */
  BASELINE("baseline: bare sockets"),
  FIRST("Reprise, first call after the start"),
  AT_START("Reprise, first call after the start, at-start"),
  LATER("Reprise, a later call after at-start");

  public final String title;

  Kind(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public boolean isReprise() {
    return name().startsWith("REPRISE");
  }

  /** The same client without Reprise; null if this is none over Reprise. */
  public Kind withoutReprise() {
    return this == REPRISE_PRECONNECT
        ? HTTPCLIENT4
        : isReprise() ? valueOf(name().substring("REPRISE_".length())) : null;
  }
}
