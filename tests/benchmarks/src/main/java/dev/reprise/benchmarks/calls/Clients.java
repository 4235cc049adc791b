package dev.reprise.benchmarks.calls;

import dev.reprise.subject.Authority;
import dev.reprise.subject.Equipment;
import dev.reprise.subject.HttpClient4;
import dev.reprise.subject.HttpClient5;
import dev.reprise.subject.JdkClients;
import dev.reprise.subject.OkHttp;
import dev.reprise.subject.Session;
import dev.reprise.testkit.CountingTrustManager;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.http.impl.client.HttpClientBuilder;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * Makes the clients, alike in all that they have in common: timeouts, TCP_NODELAY where it can be
 * set, as many connections as threads, no retries, no redirects, no cookies.
 */
public final class Clients {

  /** More than the threads can have use for at once. */
  public static final int PRECONNECTED = 16;

  private static final int TIMEOUT_MILLIS = (int) Equipment.TIMEOUT.toMillis();

  private Clients() {}

  /** Makes a client; libraries of others are not touched. */
  public static Session open(Kind kind, Target target, CountingTrustManager trust)
      throws IOException, GeneralSecurityException {
    if (!kind.isReprise()) {
      return open(kind, target, new Equipment(trust, null));
    }
    TlsStatistics statistics = new TlsStatistics();
    boolean announced = target.aheadMillis > 0;
    int ahead = announced ? 1 : kind == Kind.REPRISE_PRECONNECT ? PRECONNECTED : 0;
    TlsSettings.Builder settings = TlsSettings.builder().trustManagers(trust);
    settings.addListener(statistics).maxPreconnectionsPerPeer(ahead);
    Equipment given = new Equipment(trust, settings.build());
    Session calls = open(kind.withoutReprise(), target, given);
    if (announced) {
      return new Prepared(calls, given.resumingSockets(), statistics, target.url);
    }
    return Session.of(
        calls::call,
        () -> {
          calls.close();
          // In the log, they say why a handshake was a full one.
          System.err.println(kind + ": " + statistics.total());
        });
  }

  private static Session open(Kind kind, Target target, Equipment given) throws IOException {
    given.connections = target.threads;
    given.body = target.content();
    given.type = target.type;
    given.headers = target.headers;
    switch (kind) {
      case HTTPSURLCONNECTION:
        return JdkClients.urlConnection(given, target.url);
      case HTTPCLIENT4_RESTRICTED:
        given.protocol = target.tls;
        return HttpClient4.open(given, target.url);
      case HTTPCLIENT4:
      case SIDECAR:
      case KEEP_ALIVE:
        return HttpClient4.open(given, target.url);
      case WEBSERVICETEMPLATE:
        return SpringWs.over(target, given);
      case HTTPCLIENT5:
        return HttpClient5.open(given, target.url);
      case JAVA_NET_HTTP:
        return JdkClients.httpClient(given, target.url);
      case OKHTTP:
        return OkHttp.open(given, target.url);
      case BASELINE:
        return Session.of(new Baseline(target, given)::call);
      default:
        throw new IllegalArgumentException(kind.toString());
    }
  }

  private static final class SpringWs {

    static Session over(Target target, Equipment given) {
      HttpClient4 client =
          new HttpClient4(
              given,
              HttpClientBuilder.create()
                  .addInterceptorFirst(
                      new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor()));
      WebServiceTemplate template = new WebServiceTemplate();
      template.setDefaultUri(target.url);
      template.setMessageSender(new HttpComponentsMessageSender(client.http));
      template.afterPropertiesSet();
      byte[] payload = Target.payload().getBytes(StandardCharsets.US_ASCII);
      return Session.of(
          () -> {
            StringWriter answer = new StringWriter();
            template.sendSourceAndReceiveToResult(
                new StreamSource(new ByteArrayInputStream(payload)), new StreamResult(answer));
            return Session.checked(200, answer.toString());
          },
          client::close);
    }
  }

  /**
   * Each thread has a session cache of its own, so that it finds its last session at each
   * handshake; it writes prepared bytes, reads until the server closes, and closes. After its first
   * connection it offers nothing but what that one used; its JVM knows one named group.
   */
  private static final class Baseline {

    private final URI url;
    private final String tls;
    private final X509ExtendedTrustManager trust;
    private final byte[] request;
    private final ThreadLocal<Loop> loops = ThreadLocal.withInitial(Loop::new);

    Baseline(Target target, Equipment given) {
      url = URI.create(target.url);
      tls = target.tls;
      trust = given.trust();
      StringBuilder head = new StringBuilder("POST ");
      String path = url.getRawPath();
      head.append(path.isEmpty() ? "/" : path).append(" HTTP/1.1\r\nHost: ");
      head.append(url.getRawAuthority()).append("\r\n");
      target.headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
      head.append("Content-Type: " + target.type + "\r\nContent-Length: " + given.body.length);
      head.append("\r\nConnection: close\r\n\r\n");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      bytes.writeBytes(given.body);
      request = bytes.toByteArray();
    }

    String call() throws IOException, GeneralSecurityException {
      return loops.get().call();
    }

    private final class Loop {

      private SSLSocketFactory sockets;
      private final byte[] buffer = new byte[16 * 1024];
      private SSLParameters offer;

      String call() throws IOException, GeneralSecurityException {
        if (sockets == null) {
          sockets = Authority.newContext(trust).getSocketFactory();
        }
        try (SSLSocket socket = (SSLSocket) sockets.createSocket()) {
          socket.setTcpNoDelay(true);
          socket.setSoTimeout(TIMEOUT_MILLIS);
          int port = url.getPort();
          socket.connect(
              new InetSocketAddress(url.getHost(), port < 0 ? 443 : port), TIMEOUT_MILLIS);
          boolean first = offer == null;
          if (first) {
            offer = socket.getSSLParameters();
            offer.setEndpointIdentificationAlgorithm("HTTPS");
            offer.setProtocols(new String[] {tls});
          }
          socket.setSSLParameters(offer);
          socket.getOutputStream().write(request);
          String status = readToEnd(socket.getInputStream());
          if (first) {
            offer.setCipherSuites(new String[] {socket.getSession().getCipherSuite()});
          }
          return status;
        }
      }

      /** The status line's beginning: no more is made of the answer. */
      private String readToEnd(InputStream in) throws IOException {
        int head = "HTTP/1.1 200".length();
        int rest = in.readNBytes(buffer, 0, head);
        String status = new String(buffer, 0, rest, StandardCharsets.ISO_8859_1);
        for (int read = 0; read >= 0; read = in.read(buffer)) {
          rest += read;
        }
        if (!status.matches("HTTP/1.1 2..") || rest == head) {
          throw new IOException(status + " with " + rest + " bytes");
        }
        return status;
      }
    }
  }
}
