package dev.reprise.lab.faults.peer;

import dev.reprise.subject.faults.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * An HTTPS server for one TLS version that imposes {@code Connection: close} and misbehaves as it
 * is told. Thread-safe.
 */
final class FaultyServer implements AutoCloseable {

  private static final int ONE_OF = 20;

  /** Less than a spare lives, so that spares are ended by the server too. */
  private static final int IDLE_MILLIS = 800;

  private final PeerCertificates certificates;
  private final String protocol;
  private final ServerSocket listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger stuck = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger met = new AtomicInteger();
  private final SSLContext untrusted;
  private volatile SSLContext context;
  private int certificate;
  private volatile Fault fault = Fault.NONE;
  private volatile boolean mixed;

  FaultyServer(PeerCertificates certificates, String protocol) throws IOException {
    this.certificates = certificates;
    this.protocol = protocol;
    context = certificates.trusted(certificate);
    untrusted = certificates.untrusted();
    threads.execute(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  String protocol() {
    return protocol;
  }

  /** Connections that have come to the point at which this side does nothing more. */
  int stuck() {
    return stuck.get();
  }

  /** Counts one in that does nothing more from here on. */
  void isStuck() {
    stuck.incrementAndGet();
  }

  /** How to misbehave with connections from now on. Those that are open are ended. */
  synchronized void misbehave(Fault next) throws IOException {
    mixed = false;
    fault = next;
    if (next == Fault.CERTIFICATE_CHANGED) {
      certificate = 1 - certificate;
    }
    if (next == Fault.CERTIFICATE_CHANGED || next == Fault.TICKETS_FORGOTTEN) {
      context = certificates.trusted(certificate);
    }
    for (Socket socket : open) {
      socket.close();
    }
  }

  /**
   * Misbehaves with one connection of {@value #ONE_OF} from now on, and ends those that send
   * nothing for a while.
   */
  synchronized void mix(Fault next) throws IOException {
    misbehave(next);
    accepted.set(0);
    met.set(0);
    mixed = true;
  }

  /** How many connections have had a request, of those that were to meet the fault. */
  int met() {
    return met.get();
  }

  /** A request has come on a connection with this fault. */
  void requested(Fault of) {
    if (of != Fault.NONE) {
      met.incrementAndGet();
    }
  }

  SSLContext context() {
    return fault == Fault.CERTIFICATE_UNTRUSTED ? untrusted : context;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        threads.execute(() -> serve(socket));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      boolean chosen = true;
      if (mixed) {
        socket.setSoTimeout(IDLE_MILLIS);
        chosen = accepted.incrementAndGet() % ONE_OF == 0;
      }
      new FaultyConnection(this, socket, chosen ? fault : Fault.NONE).serve();
    } catch (IOException e) {
      // The client has gone; it may do so at any time.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(socket);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
