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
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** A TLS server whose test says, step by step, what it does with each connection. */
public final class ScriptedPeer implements AutoCloseable {

  /** What is done with one connection, which is closed after it. */
  public interface Script {
    void run(SSLSocket tls) throws Exception;
  }

  private final ServerSocket listener;
  private final SSLContext context = SSLContext.getInstance("TLS");
  private final Script script;
  private final String[] protocols;
  private final AtomicInteger connections = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Starts a peer on a free port of the loopback address. */
  public ScriptedPeer(
      KeyManager[] keys, TrustManager[] clientTrust, Script script, String... protocols)
      throws Exception {
    context.init(keys, clientTrust, null);
    this.script = script;
    this.protocols = protocols;
    listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** A peer for localhost with the protocols given. */
  public static ScriptedPeer start(Certificates certificates, Script script, String... protocols)
      throws Exception {
    return new ScriptedPeer(
        certificates.keyManagers(certificates.server()),
        certificates.trustManagers(),
        script,
        protocols);
  }

  public int port() {
    return listener.getLocalPort();
  }

  public int connections() {
    return connections.get();
  }

  /** Reads one request, head and body; false at the end of the stream. */
  public static boolean readRequest(SSLSocket tls) throws IOException {
    return TlsPeer.readRequest(tls.getInputStream());
  }

  /** The whole of a good response that announces the close. */
  public static byte[] response() {
    return TlsPeer.response(false);
  }

  private void accept() {
    try {
      while (true) {
        Socket raw = listener.accept();
        connections.incrementAndGet();
        open.add(raw);
        if (listener.isClosed()) {
          raw.close();
          return;
        }
        threads.execute(() -> serve(raw));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket raw) {
    try (raw) {
      SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, port(), true);
      tls.setUseClientMode(false);
      if (protocols.length > 0) {
        tls.setEnabledProtocols(protocols);
      }
      script.run(tls);
    } catch (Exception e) {
      // The test looks at what the client met.
    } finally {
      open.remove(raw);
    }
  }

  @Override
  public void close() throws Exception {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
    if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("The peer's threads did not end");
    }
  }
}
