package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Accepts TCP connections, and serves each on a thread of its own. Closing it closes them, and
 * waits until the threads have ended.
 */
public final class Acceptor implements AutoCloseable {

  /** What is done with one connection, which is closed after it. */
  public interface Service {

    /** An exception is no error: the test looks at what the client met. */
    void serve(Socket socket) throws IOException, InterruptedException;
  }

  private final ServerSocket listener;
  private final AtomicInteger connections = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** On a free port of the loopback address. */
  public Acceptor() throws IOException {
    this(new ServerSocket(0, 256, InetAddress.getLoopbackAddress()));
  }

  /** Takes what a listener accepts, which it closes in the end. */
  public Acceptor(ServerSocket listener) {
    this.listener = listener;
  }

  /** Serves connections from now on. To be called once, when all is there that this needs. */
  public void start(Service service) {
    startEach(socket -> service);
  }

  /** The same, where each is looked at as it is accepted, one after the other. */
  public void startEach(Function<Socket, Service> accepted) {
    threads.execute(() -> accept(accepted));
  }

  private void accept(Function<Socket, Service> accepted) {
    try {
      while (true) {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        if (listener.isClosed()) {
          socket.close();
          return;
        }
        Service service = accepted.apply(socket);
        threads.execute(() -> serve(socket, service));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket socket, Service service) {
    try (socket) {
      service.serve(socket);
    } catch (IOException e) {
      // The test looks at what the client met.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /** Runs what a connection needs a second thread for. */
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /** Ends this connection together with those that were accepted. */
  public Socket with(Socket connected) {
    open.removeIf(Socket::isClosed);
    open.add(connected);
    return connected;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** How many were accepted. */
  public int connections() {
    return connections.get();
  }

  /** Ends all connections that are open. */
  public void endConnections() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    endConnections();
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Threads that serve connections did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
