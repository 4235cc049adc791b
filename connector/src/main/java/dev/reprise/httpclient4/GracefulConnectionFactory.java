package dev.reprise.httpclient4;

import java.util.Objects;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;

/**
 * Wraps another factory's connections. At its close, each lets the peer close first if the peer
 * announced a close. Thread-safe if the other factory is.
 *
 * <p>HttpClient's own factory is the default, so that logging to {@code org.apache.http.wire} and
 * {@code org.apache.http.headers} keeps working.
 */
public final class GracefulConnectionFactory
    implements HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> {

  private final HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> connections;

  /** Wraps the connections of HttpClient's own factory. */
  public GracefulConnectionFactory() {
    this(ManagedHttpClientConnectionFactory.INSTANCE);
  }

  /** Wraps the connections of {@code connections}. */
  public GracefulConnectionFactory(
      HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> connections) {
    this.connections = Objects.requireNonNull(connections, "connections: null given");
  }

  @Override
  public ManagedHttpClientConnection create(HttpRoute route, ConnectionConfig config) {
    return new GracefulConnection(connections.create(route, config));
  }
}
