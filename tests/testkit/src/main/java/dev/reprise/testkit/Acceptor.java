package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Accepts TCP connections, and serves each on a thread of its own. Its close closes the
 * connections, and waits until their threads have ended.
 */
public final class Acceptor implements AutoCloseable {

  /** Serves one connection, which is closed afterwards. */
  public interface Service {

    /** An exception is not an error here: the test looks at what the client met. */
    void serve(Socket socket) throws IOException, InterruptedException;
  }

  private final AtomicInteger connections = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger threadsStarted = new AtomicInteger();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> new Thread(task, "acceptor-" + threadsStarted.incrementAndGet()));
  private volatile ServerSocket listener;
  private volatile boolean closed;
  private Function<Socket, Service> services;
  private Future<?> accepting;

  /** Listens on a free port of the loopback address. */
  public Acceptor() throws IOException {
    this(new ServerSocket(0, 256, InetAddress.getLoopbackAddress()));
  }

  /** Takes what a listener accepts, and closes the listener in the end. */
  public Acceptor(ServerSocket listener) {
    this.listener = listener;
  }

  /** Serves connections from now on. Call this once, when everything that it needs exists. */
  public void start(Service service) {
    startEach(socket -> service);
  }

  /** The same, but a function sees each connection as it is accepted, one after the other. */
  public void startEach(Function<Socket, Service> accepted) {
    services = accepted;
    accepting = threads.submit(() -> accept(listener));
  }

  /** Frees the port. Afterwards nobody waits in an accept(), and connections continue. */
  void pause() throws IOException {
    listener.close();
    await(accepting);
  }

  /** Accepts connections again. */
  void resume(ServerSocket next) throws IOException {
    listener = next;
    if (closed) {
      next.close();
    }
    startEach(services);
  }

  private void accept(ServerSocket from) {
    try {
      while (true) {
        Socket socket = from.accept();
        connections.incrementAndGet();
        open.add(socket);
        if (closed) {
          socket.close();
          return;
        }
        Service service = services.apply(socket);
        threads.execute(() -> serve(socket, service));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket socket, Service service) {
    try (socket) {
      // A reset throws away what Nagle's algorithm holds back.
      socket.setTcpNoDelay(true);
      service.serve(socket);
    } catch (IOException e) {
      // The test looks at what the client met.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  /**
   * Connects to a port of the loopback address, without a proxy. The connection ends with the
   * others.
   */
  Socket connect(int port) throws IOException {
    Socket socket = with(new Socket(Proxy.NO_PROXY));
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5_000);
    return socket;
  }

  /** Passes on what either side sends, until both have ended. */
  void join(Socket one, Socket other) throws IOException {
    Future<?> back = threads.submit(() -> pass(other, one));
    pass(one, other);
    await(back);
  }

  private static Void pass(Socket from, Socket to) throws IOException {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of the two has gone.
      to.close();
    }
    return null;
  }

  static void await(Future<?> task) {
    try {
      task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs an action on a second thread of the connection. */
  public Future<?> execute(Runnable task) {
    return threads.submit(task);
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

  public int open() {
    return (int) open.stream().filter(socket -> !socket.isClosed()).count();
  }

  public int connections() {
    return connections.get();
  }

  int threadsStarted() {
    return threadsStarted.get();
  }

  void resetConnections() {
    open.forEach(Acceptor::reset);
  }

  public static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It was closed.
    }
  }

  public void endConnections() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
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
