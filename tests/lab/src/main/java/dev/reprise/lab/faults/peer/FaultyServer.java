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

  private final PeerCertificates certificates;
  private final String protocol;
  private final ServerSocket listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger stuck = new AtomicInteger();
  private final SSLContext untrusted;
  private volatile SSLContext context;
  private int certificate;
  private volatile Fault fault = Fault.NONE;

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
      new FaultyConnection(this, socket, fault).serve();
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
