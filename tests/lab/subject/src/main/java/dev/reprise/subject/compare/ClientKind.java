package dev.reprise.subject.compare;

import com.fasterxml.jackson.annotation.JsonValue;

/** The compared clients, in the order of the table. */
public enum ClientKind {
  HTTPSURLCONNECTION("httpsurlconnection", "HttpsURLConnection"),
  HTTPCLIENT_4_5_13("httpclient-4.5.13", "HttpClient 4.5.13"),
  HTTPCLIENT_4_5_14("httpclient-4.5.14", "HttpClient 4.5.14"),
  HTTPCLIENT_5("httpclient-5", "HttpClient 5"),
  JAVA_NET_HTTP("java.net.http", "java.net.http"),
  OKHTTP("okhttp", "OkHttp"),
  REPRISE_HTTPCLIENT4("reprise-httpclient4", "Reprise, HttpClient 4.5.14"),
  REPRISE_HTTPSURLCONNECTION("reprise-httpsurlconnection", "Reprise, HttpsURLConnection"),
  /** Spares for 16 threads: more than they can have use for at once. */
  REPRISE_SPARES("reprise-spares", "Reprise with spares, HttpClient 4.5.14"),
  /** The reference: the same server, were it not to close. */
  KEEP_ALIVE("keep-alive", "HttpClient 4.5.14, keep-alive"),
  FLOOR("floor", "Floor: bare TLS loop");

  private final String label;
  private final String title;

  ClientKind(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** The name on the command line and in results. */
  @JsonValue
  public String label() {
    return label;
  }

  /** The name in charts. */
  public String title() {
    return title;
  }

  /** Whether Reprise is in it. */
  public boolean isReprise() {
    return this == REPRISE_HTTPCLIENT4
        || this == REPRISE_HTTPSURLCONNECTION
        || this == REPRISE_SPARES;
  }

  /** Whether the client can be compared at the level: Spring-WS has no sender for some. */
  public boolean supports(Level level) {
    return level == Level.PLAIN
        || (this != OKHTTP && this != FLOOR && this != REPRISE_SPARES && this != KEEP_ALIVE);
  }

  /** Whether it is of interest over a distance only. */
  public boolean isForDistance() {
    return this == REPRISE_SPARES || this == KEEP_ALIVE;
  }
}
