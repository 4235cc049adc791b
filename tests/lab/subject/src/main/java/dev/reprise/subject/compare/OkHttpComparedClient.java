package dev.reprise.subject.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp. */
final class OkHttpComparedClient implements ComparedClient {

  private final OkHttpClient client;
  private final Request request;

  /**
   * Makes one.
   *
   * @param sockets makes the TLS sockets
   * @param tcpNoDelay whether packets are sent without waiting for acknowledgements
   */
  OkHttpComparedClient(ClientSettings settings, SSLSocketFactory sockets, boolean tcpNoDelay) {
    client =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .socketFactory(tcpNoDelay ? new WithoutDelay() : SocketFactory.getDefault())
            .sslSocketFactory(sockets, settings.trustManager())
            .connectionPool(new ConnectionPool(settings.threads(), 5, TimeUnit.MINUTES))
            .connectTimeout(ClientSettings.CONNECT_TIMEOUT)
            .readTimeout(ClientSettings.READ_TIMEOUT)
            .writeTimeout(ClientSettings.READ_TIMEOUT)
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .build();
    request =
        new Request.Builder()
            .url(settings.uri().toString())
            .headers(Headers.of(settings.headers()))
            .post(RequestBody.create(settings.body(), MediaType.get(settings.contentType())))
            .build();
  }

  @Override
  public void exchange(int worker) throws IOException {
    try (Response response = client.newCall(request).execute()) {
      ComparedClient.check(response.code(), response.body().bytes().length);
    }
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }

  /** OkHttp makes its sockets unconnected, and layers TLS itself. */
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
}
