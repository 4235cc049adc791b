package dev.reprise.benchmarks;

import dev.reprise.httpclient4.ResumingConnectionManager;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** Connection managers to compare, and virtual threads that call them. */
final class Managers {

  static final int MAX_PER_ROUTE = 2;
  private static final int MAX_TOTAL = 100;

  private Managers() {}

  /** HttpClient's own if the name is "stock", else ours. */
  static PoolingHttpClientConnectionManager named(String name) {
    PoolingHttpClientConnectionManager manager =
        name.equals("stock")
            ? new PoolingHttpClientConnectionManager()
            : ResumingConnectionManager.builder().build();
    manager.setMaxTotal(MAX_TOTAL);
    manager.setDefaultMaxPerRoute(MAX_PER_ROUTE);
    return manager;
  }

  /** Waits for a connection for as long as it takes. */
  static HttpClientConnection lease(PoolingHttpClientConnectionManager manager, HttpRoute route)
      throws InterruptedException, ExecutionException, ConnectionPoolTimeoutException {
    return manager.requestConnection(route, null).get(0, TimeUnit.MILLISECONDS);
  }

  /** Gives back a connection, which was never opened. */
  static void release(PoolingHttpClientConnectionManager manager, HttpClientConnection connection) {
    manager.releaseConnection(connection, null, 0, TimeUnit.MILLISECONDS);
  }

  /** By public lookup, since this is built with JDK 17. */
  static ExecutorService newVirtualThreads() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "The callers that wait are virtual threads: set JAVA_HOME to a JDK 24 or newer", e);
    }
  }
}
