package dev.reprise.subject.compare;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Set;

/** The compared clients, in the order of the table. */
public enum ClientKind {
  HTTPSURLCONNECTION("httpsurlconnection", "HttpsURLConnection"),
  HTTPCLIENT_4_5_13("httpclient-4.5.13", "HttpClient 4.5.13"),
  HTTPCLIENT_4_5_14("httpclient-4.5.14", "HttpClient 4.5.14"),
  /** What who knows TLS would try first: no key shares for a server that speaks TLS 1.2 only. */
  HTTPCLIENT_4_RESTRICTED("httpclient-4.5.14-restricted", "HttpClient 4.5.14, one TLS version"),
  /** With the system property jdk.tls.namedGroups, so that there is one key share at most. */
  HTTPCLIENT_4_GROUP("httpclient-4.5.14-group", "HttpClient 4.5.14, one named group"),
  /** A client and an SSLContext for each thread, so that no thread takes another's ticket. */
  HTTPCLIENT_4_CONTEXTS("httpclient-4.5.14-contexts", "HttpClient 4.5.14, a context per thread"),
  HTTPCLIENT_5("httpclient-5", "HttpClient 5"),
  JAVA_NET_HTTP("java.net.http", "java.net.http"),
  OKHTTP("okhttp", "OkHttp"),
  /** OkHttp sets no TCP_NODELAY by itself, and then waits for delayed acknowledgements. */
  OKHTTP_NODELAY("okhttp-nodelay", "OkHttp, TCP_NODELAY"),
  /** Plain HTTP to an nginx on the same machine, which keeps the TLS sessions. */
  SIDECAR_NGINX("sidecar-nginx", "HttpClient 4.5.14 and nginx as a sidecar"),
  /** The same with HAProxy. */
  SIDECAR_HAPROXY("sidecar-haproxy", "HttpClient 4.5.14 and HAProxy as a sidecar"),
  REPRISE_HTTPCLIENT4("reprise-httpclient4", "Reprise, HttpClient 4.5.14"),
  REPRISE_HTTPSURLCONNECTION("reprise-httpsurlconnection", "Reprise, HttpsURLConnection"),
  REPRISE_HTTPCLIENT5("reprise-httpclient5", "Reprise, HttpClient 5"),
  REPRISE_JAVA_NET_HTTP("reprise-java.net.http", "Reprise, java.net.http"),
  REPRISE_OKHTTP("reprise-okhttp", "Reprise, OkHttp"),
  /** Spares for 16 threads: more than they can have use for at once. */
  REPRISE_SPARES("reprise-spares", "Reprise with spares, HttpClient 4.5.14"),
  /** The reference: the same server, were it not to close. */
  KEEP_ALIVE("keep-alive", "HttpClient 4.5.14, keep-alive"),
  FLOOR("floor", "Floor: bare TLS loop");

  private static final Set<ClientKind> WITH_SENDER =
      EnumSet.of(
          HTTPSURLCONNECTION,
          HTTPCLIENT_4_5_13,
          HTTPCLIENT_4_5_14,
          HTTPCLIENT_5,
          JAVA_NET_HTTP,
          REPRISE_HTTPCLIENT4,
          REPRISE_HTTPSURLCONNECTION);

  private static final Set<ClientKind> USUAL =
      EnumSet.of(
          HTTPSURLCONNECTION,
          HTTPCLIENT_4_5_13,
          HTTPCLIENT_4_5_14,
          HTTPCLIENT_5,
          JAVA_NET_HTTP,
          OKHTTP,
          REPRISE_HTTPCLIENT4,
          REPRISE_HTTPSURLCONNECTION,
          FLOOR);

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
    return label.startsWith("reprise-");
  }

  /** Whether another process makes its handshakes, and has a share in what a request costs. */
  public boolean isSidecar() {
    return this == SIDECAR_NGINX || this == SIDECAR_HAPROXY;
  }

  /** Whether the client can be compared at the level: Spring-WS has no sender for some. */
  public boolean supports(Level level) {
    return level == Level.PLAIN || WITH_SENDER.contains(this);
  }

  /** Whether it can call several peers in turn. */
  public boolean callsManyPeers() {
    return this == HTTPCLIENT_4_5_13
        || this == HTTPCLIENT_4_5_14
        || this == HTTPCLIENT_4_RESTRICTED
        || this == REPRISE_HTTPCLIENT4;
  }

  /** Whether it needs more of a server than any endpoint has. */
  public boolean needsDemoServer() {
    return isSidecar() || this == KEEP_ALIVE;
  }

  /** Whether it is compared if none is named. */
  public boolean isUsual() {
    return USUAL.contains(this);
  }

  /** Whether it is compared over a distance if none is named. */
  public boolean isUsualOverDistance() {
    return this == HTTPCLIENT_4_5_14
        || this == REPRISE_HTTPCLIENT4
        || this == REPRISE_SPARES
        || this == KEEP_ALIVE;
  }

  /** Whether its JVM is to know one named group alone. */
  public boolean hasOneGroup() {
    return this == HTTPCLIENT_4_GROUP || this == FLOOR;
  }
}
