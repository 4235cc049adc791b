package dev.reprise.democlient;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.DefaultManagedHttpClientConnection;

/** Stock connections, whose closes are timed. */
final class TimedConnectionFactory
    implements HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> {
  private static final int BUFFER_SIZE = 8 * 1024;

  private final Figures figures;
  private final AtomicLong connections = new AtomicLong();

  TimedConnectionFactory(Figures figures) {
    this.figures = figures;
  }

  @Override
  public ManagedHttpClientConnection create(HttpRoute route, ConnectionConfig config) {
    return new TimedConnection("http-outgoing-" + connections.getAndIncrement());
  }

  private final class TimedConnection extends DefaultManagedHttpClientConnection {
    TimedConnection(String id) {
      super(id, BUFFER_SIZE);
    }

    @Override
    public void close() throws IOException {
      timed(super::close);
    }

    @Override
    public void shutdown() throws IOException {
      timed(super::shutdown);
    }

    private void timed(Closing closing) throws IOException {
      boolean open = isOpen();
      long start = System.nanoTime();
      try {
        closing.run();
      } finally {
        if (open) {
          figures.closed(System.nanoTime() - start);
        }
      }
    }
  }

  private interface Closing {
    void run() throws IOException;
  }
}
