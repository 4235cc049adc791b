package dev.reprise.benchmarks;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.HttpClient4;
import dev.reprise.subject.HttpClient5;
import dev.reprise.subject.JdkClients;
import dev.reprise.subject.OkHttp;
import dev.reprise.subject.Session;
import dev.reprise.tls.TlsSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.http.impl.client.HttpClientBuilder;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * Makes the clients, alike in all that they have in common: timeouts, TCP_NODELAY where it can be
 * set, as many connections as threads, no retries, no redirects, no cookies.
 */
final class Clients {

  /** More than the threads can have use for at once. */
  private static final int PRECONNECTED = 16;

  private static final int TIMEOUT_MILLIS = (int) Equipment.TIMEOUT.toMillis();

  private Clients() {}

  /** Makes a client; libraries of others are not touched. */
  static Client open(Kind kind, Target target) throws IOException, GeneralSecurityException {
    boolean reprise = kind.isReprise();
    TlsSettings settings =
        TlsSettings.builder()
            .trustManagers(target.trust)
            .maxPreconnectionsPerPeer(kind == Kind.REPRISE_PRECONNECT ? PRECONNECTED : 0)
            .build();
    Equipment given = new Equipment(target.trust, reprise ? settings : null);
    given.connections = target.threads;
    given.body = target.body;
    given.type = target.type;
    given.headers = target.headers;
    String url = target.url.toString();
    switch (kind) {
      case HTTPSURLCONNECTION:
      case REPRISE_HTTPSURLCONNECTION:
        return over(JdkClients.urlConnection(given, url));
      case HTTPCLIENT4_RESTRICTED:
        given.protocol = target.tls;
        return over(HttpClient4.open(given, url));
      case HTTPCLIENT4:
      case SIDECAR:
      case KEEP_ALIVE:
      case REPRISE_HTTPCLIENT4:
      case REPRISE_PRECONNECT:
        return over(HttpClient4.open(given, url));
      case WEBSERVICETEMPLATE:
      case REPRISE_WEBSERVICETEMPLATE:
        return SpringWs.over(target, given);
      case HTTPCLIENT5:
      case REPRISE_HTTPCLIENT5:
        return over(HttpClient5.open(given, url));
      case JAVA_NET_HTTP:
        return over(JdkClients.httpClient(given, url));
      case OKHTTP:
        return over(OkHttp.open(given, url));
      case BASELINE:
        return new Baseline(target);
      default:
        throw new IllegalArgumentException(kind.toString());
    }
  }

  private static Client over(Session session) {
    return new Client() {
      @Override
      public void call() throws Exception {
        session.call();
      }

      @Override
      public void close() throws Exception {
        session.close();
      }
    };
  }

  private static final class SpringWs {

    static Client over(Target target, Equipment given) {
      HttpClient4 client =
          new HttpClient4(
              given,
              HttpClientBuilder.create()
                  .addInterceptorFirst(
                      new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor()));
      WebServiceTemplate template = new WebServiceTemplate();
      template.setDefaultUri(target.url.toString());
      template.setMessageSender(new HttpComponentsMessageSender(client.http));
      template.afterPropertiesSet();
      byte[] payload = Target.payload().getBytes(StandardCharsets.US_ASCII);
      return new Client() {
        @Override
        public void call() throws IOException {
          ByteArrayOutputStream answer = new ByteArrayOutputStream();
          template.sendSourceAndReceiveToResult(
              new StreamSource(new ByteArrayInputStream(payload)), new StreamResult(answer));
          Client.check(200, answer.size());
        }

        @Override
        public void close() throws IOException {
          client.close();
        }
      };
    }
  }

  /**
   * Each thread has a session cache of its own, so that it finds its last session at each
   * handshake; it writes prepared bytes, reads until the server closes, and closes. After its first
   * connection it offers nothing but what that one used; its JVM knows one named group.
   */
  private static final class Baseline implements Client {

    private final Target target;
    private final byte[] request;
    private final ThreadLocal<Loop> loops = ThreadLocal.withInitial(Loop::new);

    Baseline(Target target) throws IOException {
      this.target = target;
      StringBuilder head = new StringBuilder("POST ");
      String path = target.url.getRawPath();
      head.append(path.isEmpty() ? "/" : path).append(" HTTP/1.1\r\nHost: ");
      head.append(target.url.getRawAuthority()).append("\r\n");
      target.headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
      head.append("Content-Type: " + target.type + "\r\nContent-Length: " + target.body.length);
      head.append("\r\nConnection: close\r\n\r\n");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      bytes.write(target.body);
      request = bytes.toByteArray();
    }

    @Override
    public void call() throws IOException {
      loops.get().call();
    }

    private final class Loop {

      private final SSLSocketFactory sockets = target.newSslContext().getSocketFactory();
      private final byte[] buffer = new byte[16 * 1024];
      private SSLParameters offer;

      void call() throws IOException {
        try (SSLSocket socket = (SSLSocket) sockets.createSocket()) {
          socket.setTcpNoDelay(true);
          socket.setSoTimeout(TIMEOUT_MILLIS);
          int port = target.url.getPort();
          socket.connect(
              new InetSocketAddress(target.url.getHost(), port < 0 ? 443 : port), TIMEOUT_MILLIS);
          boolean first = offer == null;
          if (first) {
            offer = socket.getSSLParameters();
            offer.setEndpointIdentificationAlgorithm("HTTPS");
            offer.setProtocols(new String[] {target.tls});
          }
          socket.setSSLParameters(offer);
          socket.getOutputStream().write(request);
          readToEnd(socket.getInputStream());
          if (first) {
            offer.setCipherSuites(new String[] {socket.getSession().getCipherSuite()});
          }
        }
      }

      private void readToEnd(InputStream in) throws IOException {
        int status = "HTTP/1.1 ".length();
        int head = in.readNBytes(buffer, 0, status + 3);
        if (head < status + 3) {
          throw new IOException("the answer ends after " + head + " bytes");
        }
        String code = new String(buffer, status, 3, StandardCharsets.ISO_8859_1);
        int rest = 0;
        for (int read = 0; read >= 0; read = in.read(buffer)) {
          rest += read;
        }
        Client.check(Integer.parseInt(code), rest);
      }
    }
  }
}
