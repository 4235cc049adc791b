package dev.reprise.httpclient5;

import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.io.HttpConnectionFactory;

/**
 * Wraps the connections of another factory, so that they end in bounded time and without a reset
 * where a {@link ResumingTlsSocketStrategy} has made their sockets. Thread-safe.
 */
public final class GracefulConnectionFactory
    implements HttpConnectionFactory<ManagedHttpClientConnection> {

  private final HttpConnectionFactory<ManagedHttpClientConnection> connections;
  private final ResumingSslSocketFactory sockets;

  /** For HttpClient's own connections. */
  public GracefulConnectionFactory(ResumingSslSocketFactory sockets) {
    this(ManagedHttpClientConnectionFactory.INSTANCE, sockets);
  }

  /**
   * A factory; nothing is null.
   *
   * @param connections makes what is wrapped
   * @param sockets the factory of the {@link ResumingTlsSocketStrategy}: what was made before it
   *     was reloaded does not go back to the pool
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
