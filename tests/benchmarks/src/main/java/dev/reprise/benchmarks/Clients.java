package dev.reprise.benchmarks;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.util.Timeout;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.util.EntityUtils;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * Makes the clients, alike in all that they have in common: timeouts, TCP_NODELAY where it can be
 * set, as many connections as threads, no retries, no redirects, no cookies.
 */
final class Clients {

  /** More than the threads can have use for at once. */
  private static final int PRECONNECTED = 16;

  private static final int CONNECT_MILLIS = (int) Target.CONNECT_TIMEOUT.toMillis();
  private static final int READ_MILLIS = (int) Target.READ_TIMEOUT.toMillis();

  private Clients() {}

  /** Makes a client; libraries of others are not touched. */
  static Client open(Kind kind, Target target) throws IOException {
    switch (kind) {
      case HTTPSURLCONNECTION:
        return httpsUrlConnection(target, target.newSslContext().getSocketFactory());
      case REPRISE_HTTPSURLCONNECTION:
        return httpsUrlConnection(target, new ResumingSslSocketFactory(reprise(target, 0)));
      case HTTPCLIENT4:
      case SIDECAR:
      case KEEP_ALIVE:
        return HttpClient4.over(target, HttpClient4.plain(target).build());
      case HTTPCLIENT4_RESTRICTED:
        return HttpClient4.over(target, HttpClient4.restricted(target).build());
      case REPRISE_HTTPCLIENT4:
        return HttpClient4.over(target, HttpClient4.resuming(target, 0).build());
      case REPRISE_PRECONNECT:
        return HttpClient4.over(target, HttpClient4.resuming(target, PRECONNECTED).build());
      case WEBSERVICETEMPLATE:
        return SpringWs.over(target, HttpClient4.plain(target));
      case REPRISE_WEBSERVICETEMPLATE:
        return SpringWs.over(target, HttpClient4.resuming(target, 0));
      case HTTPCLIENT5:
        return HttpClient5.over(
            target,
            PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(target.newSslContext())));
      case REPRISE_HTTPCLIENT5:
        return HttpClient5.over(
            target, ResumingConnectionManagerBuilder.create().tls(reprise(target, 0)));
      case JAVA_NET_HTTP:
        return javaNetHttp(target);
      case OKHTTP:
        return OkHttp.over(target);
      case BASELINE:
        return new Baseline(target);
      default:
        throw new IllegalArgumentException(kind.toString());
    }
  }

  private static TlsSettings reprise(Target target, int preconnected) {
    return TlsSettings.builder()
        .trustManagers(target.trust)
        .maxPreconnectionsPerPeer(preconnected)
        .build();
  }

  private static Client httpsUrlConnection(Target target, SSLSocketFactory sockets)
      throws IOException {
    URL url = target.url.toURL();
    return () -> {
      HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
      connection.setSSLSocketFactory(sockets);
      connection.setConnectTimeout(CONNECT_MILLIS);
      connection.setReadTimeout(READ_MILLIS);
      connection.setInstanceFollowRedirects(false);
      connection.setUseCaches(false);
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", target.type);
      target.headers.forEach(connection::setRequestProperty);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(target.body);
      }
      int status = connection.getResponseCode();
      InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream();
      try (InputStream in = answer == null ? InputStream.nullInputStream() : answer) {
        Client.check(status, in.readAllBytes().length);
      }
    };
  }

  private static Client javaNetHttp(Target target) {
    java.net.http.HttpClient client =
        java.net.http.HttpClient.newBuilder()
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .sslContext(target.newSslContext())
            .connectTimeout(Target.CONNECT_TIMEOUT)
            .build();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(target.url)
            .timeout(Target.READ_TIMEOUT)
            .header("Content-Type", target.type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(target.body));
    target.headers.forEach(builder::setHeader);
    HttpRequest request = builder.build();
    return () -> {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      Client.check(response.statusCode(), response.body().length);
    };
  }

  private static final class HttpClient4 {

    static HttpClientBuilder plain(Target target) {
      return common(target).setSSLContext(target.newSslContext());
    }

    static HttpClientBuilder restricted(Target target) {
      return common(target)
          .setSSLSocketFactory(
              new SSLConnectionSocketFactory(
                  target.newSslContext(),
                  new String[] {target.tls},
                  null,
                  SSLConnectionSocketFactory.getDefaultHostnameVerifier()));
    }

    static HttpClientBuilder resuming(Target target, int preconnected) {
      ResumingConnectionManager manager =
          ResumingConnectionManager.builder()
              .tls(reprise(target, preconnected))
              .maxTotal(target.threads)
              .maxPerRoute(target.threads)
              .build();
      manager.setDefaultSocketConfig(sockets());
      return common(target).setConnectionManager(manager);
    }

    private static HttpClientBuilder common(Target target) {
      return HttpClientBuilder.create()
          .setDefaultSocketConfig(sockets())
          .setMaxConnPerRoute(target.threads)
          .setMaxConnTotal(target.threads)
          .setDefaultRequestConfig(
              RequestConfig.custom()
                  .setConnectTimeout(CONNECT_MILLIS)
                  .setSocketTimeout(READ_MILLIS)
                  .setConnectionRequestTimeout(READ_MILLIS)
                  .build())
          .disableAutomaticRetries()
          .disableRedirectHandling()
          .disableCookieManagement();
    }

    private static SocketConfig sockets() {
      return SocketConfig.custom().setTcpNoDelay(true).setSoTimeout(READ_MILLIS).build();
    }

    static Client over(Target target, CloseableHttpClient client) {
      ContentType type = ContentType.parse(target.type);
      return new Client() {
        @Override
        public void call() throws IOException {
          HttpPost post = new HttpPost(target.url);
          post.setEntity(new ByteArrayEntity(target.body, type));
          target.headers.forEach(post::setHeader);
          try (CloseableHttpResponse response = client.execute(post)) {
            Client.check(
                response.getStatusLine().getStatusCode(),
                EntityUtils.toByteArray(response.getEntity()).length);
          }
        }

        @Override
        public void close() throws IOException {
          client.close();
        }
      };
    }
  }

  private static final class HttpClient5 {

    static Client over(Target target, PoolingHttpClientConnectionManagerBuilder manager) {
      Timeout read = Timeout.of(Target.READ_TIMEOUT);
      var client =
          org.apache.hc.client5.http.impl.classic.HttpClientBuilder.create()
              .setConnectionManager(
                  manager
                      .setDefaultSocketConfig(
                          org.apache.hc.core5.http.io.SocketConfig.custom()
                              .setTcpNoDelay(true)
                              .setSoTimeout(read)
                              .build())
                      .setDefaultConnectionConfig(
                          ConnectionConfig.custom()
                              .setConnectTimeout(Timeout.of(Target.CONNECT_TIMEOUT))
                              .setSocketTimeout(read)
                              .build())
                      .setMaxConnPerRoute(target.threads)
                      .setMaxConnTotal(target.threads)
                      .build())
              .disableAutomaticRetries()
              .disableRedirectHandling()
              .disableCookieManagement()
              .build();
      var type = org.apache.hc.core5.http.ContentType.parse(target.type);
      return new Client() {
        @Override
        public void call() throws IOException {
          var post = new org.apache.hc.client5.http.classic.methods.HttpPost(target.url);
          post.setEntity(new org.apache.hc.core5.http.io.entity.ByteArrayEntity(target.body, type));
          target.headers.forEach(post::setHeader);
          client.execute(
              post,
              response -> {
                byte[] answer =
                    org.apache.hc.core5.http.io.entity.EntityUtils.toByteArray(
                        response.getEntity());
                Client.check(response.getCode(), answer.length);
                return null;
              });
        }

        @Override
        public void close() throws IOException {
          client.close();
        }
      };
    }
  }

  private static final class OkHttp {

    static Client over(Target target) {
      OkHttpClient client =
          new OkHttpClient.Builder()
              .protocols(List.of(Protocol.HTTP_1_1))
              .socketFactory(new WithoutDelay())
              .sslSocketFactory(target.newSslContext().getSocketFactory(), target.trust)
              .connectionPool(new ConnectionPool(target.threads, 5, TimeUnit.MINUTES))
              .connectTimeout(Target.CONNECT_TIMEOUT)
              .readTimeout(Target.READ_TIMEOUT)
              .retryOnConnectionFailure(false)
              .followRedirects(false)
              .build();
      okhttp3.Request request =
          new okhttp3.Request.Builder()
              .url(target.url.toString())
              .headers(Headers.of(target.headers))
              .post(RequestBody.create(target.body, MediaType.get(target.type)))
              .build();
      return new Client() {
        @Override
        public void call() throws IOException {
          try (Response response = client.newCall(request).execute()) {
            Client.check(response.code(), response.body().bytes().length);
          }
        }

        @Override
        public void close() {
          client.dispatcher().executorService().shutdown();
          client.connectionPool().evictAll();
        }
      };
    }
  }

  /** OkHttp asks for unconnected sockets alone. */
  private static final class WithoutDelay extends SocketFactory {

    @Override
    public Socket createSocket() throws IOException {
      Socket socket = new Socket();
      socket.setTcpNoDelay(true);
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class SpringWs {

    static Client over(Target target, HttpClientBuilder builder) {
      CloseableHttpClient client =
          builder
              .addInterceptorFirst(new HttpComponentsMessageSender.RemoveSoapHeadersInterceptor())
              .build();
      WebServiceTemplate template = new WebServiceTemplate();
      template.setDefaultUri(target.url.toString());
      template.setMessageSender(new HttpComponentsMessageSender(client));
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
          socket.setSoTimeout(READ_MILLIS);
          int port = target.url.getPort();
          socket.connect(
              new InetSocketAddress(target.url.getHost(), port < 0 ? 443 : port), CONNECT_MILLIS);
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
