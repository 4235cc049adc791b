package dev.reprise.lab.compare;

import static dev.reprise.subject.compare.ClientKind.FLOOR;
import static dev.reprise.subject.compare.ClientKind.HTTPCLIENT_4_5_14;
import static dev.reprise.subject.compare.ClientKind.HTTPCLIENT_4_RESTRICTED;
import static dev.reprise.subject.compare.ClientKind.HTTPCLIENT_5;
import static dev.reprise.subject.compare.ClientKind.HTTPSURLCONNECTION;
import static dev.reprise.subject.compare.ClientKind.JAVA_NET_HTTP;
import static dev.reprise.subject.compare.ClientKind.KEEP_ALIVE;
import static dev.reprise.subject.compare.ClientKind.OKHTTP_NODELAY;
import static dev.reprise.subject.compare.ClientKind.REPRISE_HTTPCLIENT4;
import static dev.reprise.subject.compare.ClientKind.REPRISE_HTTPCLIENT5;
import static dev.reprise.subject.compare.ClientKind.REPRISE_HTTPSURLCONNECTION;
import static dev.reprise.subject.compare.ClientKind.REPRISE_JAVA_NET_HTTP;
import static dev.reprise.subject.compare.ClientKind.REPRISE_OKHTTP;
import static dev.reprise.subject.compare.ClientKind.REPRISE_SPARES;
import static dev.reprise.subject.compare.ClientKind.SIDECAR_NGINX;

import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.Metric;
import dev.reprise.subject.compare.CryptoProvider;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/**
 * Named experiments: what each compares, in the words of the command line, and what has to come
 * out. Their options give way to those of the user.
 */
public enum SetUp {
  /** Over a distance. */
  SPARES(
      "Warm spares over a distance",
      "Calls over a round trip of 20 ms, paced at 60 a second at equal intervals and at random, and in a closed loop of one thread. Latency counts from when a request was due. Keep-alive is the same client and server, were the server not to close.",
      List.of(
          "--rtt 20ms --rate 60 --tls TLSv1.3 --levels plain --clients httpclient-4.5.14,reprise-spares,keep-alive --rounds 3 --seconds 40",
          "--rtt 20ms --rate 60 --arrivals poisson --tls TLSv1.3 --levels plain --clients httpclient-4.5.14,reprise-spares,keep-alive --rounds 3 --seconds 40",
          "--rtt 20ms --threads 1 --tls TLSv1.3 --levels plain --clients httpclient-4.5.14,reprise-httpclient4,reprise-spares,keep-alive --requests 100 --rounds 3"),
      List.of(
          Bound.atMost(1.05, Metric.MEDIAN, REPRISE_SPARES, KEEP_ALIVE).where(paced()),
          Bound.atMost(1.2, Metric.P99, REPRISE_SPARES, KEEP_ALIVE)
              .where(paced().and(atRandom().negate())),
          Bound.atMost(1.5, Metric.P99, REPRISE_SPARES, KEEP_ALIVE).where(paced().and(atRandom())),
          Bound.atLeast(2.5, Metric.THROUGHPUT, REPRISE_SPARES, HTTPCLIENT_4_5_14)
              .where(paced().negate()))),

  /** What a team might use in its place. */
  SIDECAR(
      "Beside a sidecar",
      "A sidecar is an nginx or HAProxy beside the application, which speaks plain HTTP to it over connections that persist, and holds the TLS sessions. Its CPU time is counted together with the client's. Sidecars are alike under each provider, which is the Java clients' alone.",
      List.of(
          "--provider jsse,conscrypt --tls TLSv1.3 --levels plain --clients httpclient-4.5.14,sidecar-nginx,sidecar-haproxy,reprise-httpclient4,keep-alive --seconds 75"),
      List.of(
          Bound.atMost(1, Metric.CPU, REPRISE_HTTPCLIENT4, SIDECAR_NGINX)
              .where((java, cell) -> cell.provider() == CryptoProvider.CONSCRYPT))),

  /** Stock as who knows TLS would set it up. */
  RESTRICTED(
      "Beside stock clients that are set up well",
      "HttpClient 4.5.14 as it is; with the server's TLS version as the only one, so that it makes no key shares for a server of TLS 1.2; with one named group by `jdk.tls.namedGroups`; with an SSLContext for each thread; and over Reprise, which is told nothing of all this.",
      List.of(
          "--tls TLSv1.3,TLSv1.2 --levels plain --clients httpclient-4.5.14,httpclient-4.5.14-restricted,httpclient-4.5.14-group,httpclient-4.5.14-contexts,reprise-httpclient4 --seconds 60"),
      List.of(
          atLeastRestricted(1.1).where(tls("TLSv1.3").negate().or((java, cell) -> java < 17)),
          atLeastRestricted(1.5).where(tls("TLSv1.3").and((java, cell) -> within(java, 17, 23))),
          atLeastRestricted(1.25).where(tls("TLSv1.3").and((java, cell) -> java >= 24)),
          Bound.noMoreFullHandshakes(REPRISE_HTTPCLIENT4, HTTPCLIENT_4_RESTRICTED))),

  /** What could be reached at best. */
  FLOOR_BENEATH(
      "floor",
      "Above the floor",
      "The floor is a loop over bare TLS sockets, with no HTTP client: it always resumes, offers one protocol, one cipher suite, one named group and so one key share at most, and writes bytes that are prepared.",
      List.of(
          "--provider jsse,conscrypt --tls TLSv1.3,TLSv1.2 --levels plain --clients httpclient-4.5.14,reprise-httpclient4,floor --seconds 35"),
      List.of(Bound.atLeast(0.9, Metric.THROUGHPUT, REPRISE_HTTPCLIENT4, FLOOR))),

  /** Native cryptography. */
  PROVIDERS(
      "Providers of TLS and cryptography",
      "The same clients over the JDK's own TLS, over Conscrypt, and over the JDK's TLS with the ciphers of Amazon Corretto Crypto Provider. `--provider wildfly --tls TLSv1.2` has WildFly OpenSSL too, which offers TLS 1.3 only where a cipher suite of TLS 1.3 is named.",
      List.of(
          "--provider jsse,conscrypt,corretto --tls TLSv1.3,TLSv1.2 --levels plain --clients httpclient-4.5.14,httpclient-4.5.14-restricted,reprise-httpclient4 --seconds 40"),
      List.of(
          atLeastRestricted(1.1),
          Bound.noMoreFullHandshakes(REPRISE_HTTPCLIENT4, HTTPCLIENT_4_RESTRICTED))),

  /** Flame graphs. */
  PROFILE(
      "Where the CPU time goes",
      "HttpClient 4.5.14 restricted to the server's TLS version, the same over Reprise, and a bare loop, each under a profiler that samples CPU time. The flame graphs are written beside the page of HTML, or where `--profile` says.",
      List.of(
          "--provider jsse,conscrypt --tls TLSv1.3,TLSv1.2 --levels plain --clients httpclient-4.5.14-restricted,reprise-httpclient4,floor --seconds 30 --rounds 3 --profile results/profile"),
      List.of()),

  /** Many threads, many peers. */
  SCALING(
      "Scaling",
      "From 1 to 512 threads against one peer, and from 1 to 1,000 peers with 16 threads: one server by as many names, called in turn.",
      List.of(
          "--threads 1,4,16,64,256,512 --tls TLSv1.3 --levels plain --clients httpclient-4.5.14,reprise-httpclient4 --rounds 3 --seconds 25",
          "--peers 10,100,1000 --threads 16 --tls TLSv1.3 --levels plain --clients httpclient-4.5.14,reprise-httpclient4 --rounds 3 --seconds 35"),
      List.of(Bound.noMoreFullHandshakes(REPRISE_HTTPCLIENT4, HTTPCLIENT_4_5_14))),

  /** Each with and without Reprise. */
  PAIRS(
      "Clients with and without Reprise",
      "Each client as it is, and over Reprise: HttpClient 4.5 and 5 and HttpsURLConnection over its sockets, java.net.http and OkHttp over its SSLContext. OkHttp sets no TCP_NODELAY by itself; over Reprise it has a socket factory that does, and so has its peer beside it.",
      List.of(
          "--tls TLSv1.3,TLSv1.2 --levels plain --clients httpsurlconnection,httpclient-4.5.14,httpclient-5,java.net.http,okhttp,okhttp-nodelay,reprise-httpclient4,reprise-httpsurlconnection,reprise-httpclient5,reprise-java.net.http,reprise-okhttp --seconds 90 --rounds 3"),
      List.of(
          Bound.atLeast(1.3, Metric.THROUGHPUT, REPRISE_JAVA_NET_HTTP, JAVA_NET_HTTP)
              .where(onJdk17WithTls13()),
          Bound.atLeast(1.4, Metric.THROUGHPUT, REPRISE_HTTPCLIENT5, HTTPCLIENT_5)
              .where(onJdk17WithTls13()),
          Bound.noMoreFullHandshakes(REPRISE_HTTPCLIENT4, HTTPCLIENT_4_5_14),
          Bound.noMoreFullHandshakes(REPRISE_HTTPSURLCONNECTION, HTTPSURLCONNECTION),
          Bound.noMoreFullHandshakes(REPRISE_HTTPCLIENT5, HTTPCLIENT_5),
          Bound.noMoreFullHandshakes(REPRISE_JAVA_NET_HTTP, JAVA_NET_HTTP),
          Bound.noMoreFullHandshakes(REPRISE_OKHTTP, OKHTTP_NODELAY))),

  /** As an application calls. */
  WEBSERVICE(
      "WebServiceTemplate and RSA",
      "Spring's WebServiceTemplate against a server with an RSA key, with 1, 4 and 64 threads.",
      List.of(
          "--levels webservicetemplate --key-type rsa --threads 1,4,64 --tls TLSv1.3,TLSv1.2 --clients httpclient-4.5.14,reprise-httpclient4 --seconds 40"),
      List.of(Bound.noMoreFullHandshakes(REPRISE_HTTPCLIENT4, HTTPCLIENT_4_5_14)));

  private final String label;
  private final String title;
  private final String words;
  private final List<String> parts;
  private final List<Bound> bounds;

  SetUp(String title, String words, List<String> parts, List<Bound> bounds) {
    this(null, title, words, parts, bounds);
  }

  SetUp(String label, String title, String words, List<String> parts, List<Bound> bounds) {
    this.label = label == null ? name().toLowerCase(Locale.ROOT) : label;
    this.title = title;
    this.words = words;
    this.parts = parts;
    this.bounds = bounds;
  }

  /** The name on the command line, of the folder of raw data, and of the page. */
  public String label() {
    return label;
  }

  /** The title of its page. */
  public String title() {
    return title;
  }

  /** What is compared, in words. */
  public String words() {
    return words;
  }

  /** The options of each part, in the words of the command line. */
  List<List<String>> parts() {
    return parts.stream().map(part -> List.of(part.split(" "))).toList();
  }

  /** What has to come out. */
  public List<Bound> bounds() {
    return bounds;
  }

  private static Bound atLeastRestricted(double limit) {
    return Bound.atLeast(limit, Metric.THROUGHPUT, REPRISE_HTTPCLIENT4, HTTPCLIENT_4_RESTRICTED);
  }

  private static BiPredicate<Integer, Cell> tls(String version) {
    return (java, cell) -> cell.tls().equals(version);
  }

  private static BiPredicate<Integer, Cell> onJdk17WithTls13() {
    return tls("TLSv1.3").and((java, cell) -> java == 17);
  }

  private static BiPredicate<Integer, Cell> paced() {
    return (java, cell) -> cell.load().contains("requests a second");
  }

  private static BiPredicate<Integer, Cell> atRandom() {
    return (java, cell) -> cell.load().contains("at random");
  }

  private static boolean within(int value, int least, int most) {
    return value >= least && value <= most;
  }
}
