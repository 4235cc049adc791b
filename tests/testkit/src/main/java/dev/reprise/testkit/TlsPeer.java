package dev.reprise.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;

/**
 * An HTTPS server of a few lines that imposes {@code Connection: close}, misbehaves on demand at
 * the level of TLS and TCP, and has its own view of how many handshakes were full ones.
 */
public final class TlsPeer implements AutoCloseable {

  /** The body of a normal response. */
  public static final String BODY = "<ok/>";

  private final ServerSocket listener;
  private final SSLContext context;
  private final CountingKeyManager keys;
  private final boolean clientCertificates;
  private final String[] protocols;
  private final AtomicInteger threadsStarted = new AtomicInteger();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            threadsStarted.incrementAndGet();
            return new Thread(task, "tls-peer-" + threadsStarted);
          });
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger handshakes = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger resets = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile PeerFault fault = PeerFault.NONE;
  private volatile byte[] answer = response("close", "");

  /** Starts a peer on a free port of the loopback address. */
  public TlsPeer(
      KeyManager[] keys,
      TrustManager[] clientTrust,
      boolean clientCertificates,
      String... protocols)
      throws Exception {
    this(
        null,
        new ServerSocket(0, 256, InetAddress.getLoopbackAddress()),
        keys,
        clientTrust,
        clientCertificates,
        protocols);
  }

  private TlsPeer(
      Provider provider,
      ServerSocket listener,
      KeyManager[] keys,
      TrustManager[] clientTrust,
      boolean clientCertificates,
      String... protocols)
      throws Exception {
    this.listener = listener;
    this.keys = new CountingKeyManager(keys[0]);
    this.clientCertificates = clientCertificates;
    this.protocols = protocols;
    context =
        provider == null ? SSLContext.getInstance("TLS") : SSLContext.getInstance("TLS", provider);
    context.init(new KeyManager[] {this.keys}, clientTrust, null);
    threads.execute(this::accept);
  }

  /** A peer for localhost with the protocols given. */
  public static TlsPeer start(Certificates certificates, String... protocols) throws Exception {
    return new TlsPeer(
        certificates.keyManagers(certificates.server()),
        certificates.trustManagers(),
        false,
        protocols);
  }

  /** A peer for localhost at an address and port of the caller's choice. */
  public static TlsPeer startAt(
      InetAddress address, int port, Certificates certificates, String... protocols)
      throws Exception {
    return startAt(null, address, port, certificates, protocols);
  }

  /** The same with the TLS of a provider; one of BoringSSL's gives out several tickets. */
  public static TlsPeer startAt(
      Provider provider,
      InetAddress address,
      int port,
      Certificates certificates,
      String... protocols)
      throws Exception {
    return new TlsPeer(
        provider,
        new ServerSocket(port, 256, address),
        certificates.keyManagers(certificates.server()),
        certificates.trustManagers(),
        false,
        protocols);
  }

  /** What it does wrong with connections accepted from now on. */
  public TlsPeer misbehave(PeerFault next) {
    fault = next;
    return this;
  }

  /** What it answers, from the status line on, where the fault lets it. */
  public TlsPeer answer(String response) {
    answer = bytes(response);
    return this;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** {@code https://localhost:port/}. */
  public String url() {
    return "https://localhost:" + port() + "/";
  }

  public int connections() {
    return connections.get();
  }

  /** Handshakes that completed as this side sees it. */
  public int handshakes() {
    return handshakes.get();
  }

  public int requests() {
    return requests.get();
  }

  /** Full handshakes: those in which the server's certificate was needed. */
  public int fullHandshakes() {
    return keys.asked();
  }

  /** Threads that this peer has started in its life. */
  public int threadsStarted() {
    return threadsStarted.get();
  }

  /** Connections that the client reset. */
  public int resets() {
    return resets.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket raw = listener.accept();
        PeerFault now = fault;
        connections.incrementAndGet();
        open.add(raw);
        if (listener.isClosed()) {
          raw.close();
          return;
        }
        threads.execute(
            () -> {
              try (raw) {
                serve(raw, now);
              } catch (IOException e) {
                if (String.valueOf(e.getMessage()).contains("reset")) {
                  resets.incrementAndGet();
                }
              } finally {
                open.remove(raw);
              }
            });
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket raw, PeerFault fault) throws IOException {
    if (fault == PeerFault.STALL_HANDSHAKE) {
      awaitClient(raw.getInputStream());
      return;
    }
    if (fault == PeerFault.GARBAGE) {
      raw.getOutputStream().write("SSH-2.0-nothing of TLS\r\n".getBytes(StandardCharsets.US_ASCII));
      awaitClient(raw.getInputStream());
      return;
    }
    raw.setTcpNoDelay(true);
    SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, port(), true);
    tls.setUseClientMode(false);
    if (context.getProvider().getName().equals("Conscrypt")) {
      Conscrypt.setUseSessionTickets(tls, true);
    }
    tls.setNeedClientAuth(clientCertificates);
    if (protocols.length > 0) {
      tls.setEnabledProtocols(protocols);
    }
    tls.startHandshake();
    handshakes.incrementAndGet();
    InputStream in = new BufferedInputStream(tls.getInputStream());
    while (readRequest(in, fault != PeerFault.REFUSE_EXPECTATION)) {
      requests.incrementAndGet();
      if (!respond(raw, tls, in, fault)) {
        return;
      }
    }
  }

  private boolean respond(Socket raw, SSLSocket tls, InputStream in, PeerFault fault)
      throws IOException {
    OutputStream out = tls.getOutputStream();
    switch (fault) {
      case STALL:
        awaitClient(in);
        return false;
      case RESET_BEFORE_RESPONSE:
        reset(raw);
        return false;
      case TRUNCATE_CLOSE_DELIMITED:
      case CLOSE_DELIMITED:
        out.write(bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + BODY));
        break;
      case KEEP_ALIVE:
        out.write(response("keep-alive", ""));
        return true;
      case DATA_AFTER_RESPONSE:
        out.write(response("close", "more"));
        break;
      case FLOOD_AFTER_RESPONSE:
        out.write(response("close", "more".repeat(50_000)));
        break;
      default:
        out.write(answer);
    }
    out.flush();
    switch (fault) {
      case HOLD_OPEN:
        awaitClient(in);
        break;
      case TRICKLE_AFTER_RESPONSE:
        trickle(raw);
        break;
      case RESET_AFTER_RESPONSE:
        reset(raw);
        break;
      case CLOSE_WITHOUT_CLOSE_NOTIFY:
      case TRUNCATE_CLOSE_DELIMITED:
        raw.close();
        break;
      default:
        tls.shutdownOutput();
        awaitClient(in);
    }
    return false;
  }

  static byte[] response(String connection, String extra) {
    return bytes(
        "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: "
            + BODY.length()
            + "\r\nConnection: "
            + connection
            + "\r\n\r\n"
            + BODY
            + extra);
  }

  /** The header of a long record, then its bytes one by one until the client has gone. */
  private void trickle(Socket raw) throws IOException {
    OutputStream out = raw.getOutputStream();
    out.write(new byte[] {23, 3, 3, 0x3f, 0});
    try {
      while (!closing.await(2, TimeUnit.MILLISECONDS)) {
        out.write(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void reset(Socket raw) throws IOException {
    raw.setSoLinger(true, 0);
    raw.close();
  }

  private static void awaitClient(InputStream in) throws IOException {
    while (in.read() >= 0) {}
  }

  static boolean readRequest(InputStream in) throws IOException {
    return readRequest(in, true);
  }

  private static boolean readRequest(InputStream in, boolean withBody) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int newlines = 0;
    while (newlines < 2) {
      int b = in.read();
      if (b < 0) {
        return false;
      }
      head.write(b);
      newlines = b == '\n' ? newlines + 1 : b == '\r' ? newlines : 0;
    }
    int length = 0;
    for (String line : head.toString(StandardCharsets.US_ASCII).split("\r\n", -1)) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).trim());
      }
    }
    in.readNBytes(withBody ? length : 0);
    return true;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws Exception {
    closing.countDown();
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
