package dev.reprise.httpclient5;

import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.io.HttpConnectionFactory;

/**
 * Wraps another factory's connections. With sockets of a {@link ResumingTlsSocketStrategy} they end
 * in bounded time, and without a reset if the response was read. Thread-safe if that factory is.
 */
public final class GracefulConnectionFactory
    implements HttpConnectionFactory<ManagedHttpClientConnection> {

  private final HttpConnectionFactory<ManagedHttpClientConnection> connections;
  private final ResumingSslSocketFactory sockets;

  /**
   * Wraps HttpClient's own connections.
   *
   * @param sockets the factory of the {@link ResumingTlsSocketStrategy}
   */
  public GracefulConnectionFactory(ResumingSslSocketFactory sockets) {
    this(ManagedHttpClientConnectionFactory.INSTANCE, sockets);
  }

  /**
   * Wraps the connections of {@code connections}.
   *
   * @param sockets the factory of the {@link ResumingTlsSocketStrategy}: connections made before
   *     its reload do not go back to the pool
   */
  public GracefulConnectionFactory(
      HttpConnectionFactory<ManagedHttpClientConnection> connections,
      ResumingSslSocketFactory sockets) {
    this.connections = Objects.requireNonNull(connections, "connections: null given");
    this.sockets = Objects.requireNonNull(sockets, "sockets: null given");
  }

  @Override
  public ManagedHttpClientConnection createConnection(Socket socket) throws IOException {
    return new GracefulConnection(connections.createConnection(socket), sockets);
  }
}
