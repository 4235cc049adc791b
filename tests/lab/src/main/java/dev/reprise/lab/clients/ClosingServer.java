package dev.reprise.lab.clients;

import dev.reprise.testkit.CountingKeyManager;
import dev.reprise.testkit.HeldCertificate;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server that answers each request with {@code Connection: close} and ends the connection, as
 * providers do: close_notify, and the end of the stream at once. It counts what its clients do.
 * Thread-safe.
 */
final class ClosingServer implements AutoCloseable {

  static final String TLS = "TLSv1.3";

  /** Some clients open connections ahead of need, and come back to them later. */
  private static final int IMPATIENCE_MILLIS = 120_000;

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final String ENVELOPE =
      "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body><ok/></S:Body></S:Envelope>";
  private static final byte[] ANSWER =
      ("HTTP/1.1 200 OK\r\nContent-Type: text/xml;charset=utf-8\r\nContent-Length: "
              + ENVELOPE.length()
              + "\r\nConnection: close\r\n\r\n"
              + ENVELOPE)
          .getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket listener = HeldBackSocket.listener();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Set<Socket> answered = new HashSet<>();
  private final AtomicLong handshakes = new AtomicLong();
  private final AtomicLong resets = new AtomicLong();
  private final AtomicLong serverFirst = new AtomicLong();
  private final AtomicLong clientFirst = new AtomicLong();
  private final AtomicLong full = new AtomicLong();
  private final SSLContext context;
  private volatile int holdMillis;

  /** What was counted so far. */
  record Counts(long handshakes, long full, long resets, long serverFirst, long clientFirst) {

    Counts minus(Counts earlier) {
      return new Counts(
          handshakes - earlier.handshakes,
          full - earlier.full,
          resets - earlier.resets,
          serverFirst - earlier.serverFirst,
          clientFirst - earlier.clientFirst);
    }
  }

  /** Starts it, and writes the authority that its clients have to trust. */
  ClosingServer(Path authorityFile) throws IOException, GeneralSecurityException {
    HeldCertificate authority =
        new HeldCertificate.Builder().commonName("Clients CA").certificateAuthority(0).build();
    HeldCertificate server =
        new HeldCertificate.Builder()
            .commonName("server")
            .addSubjectAlternativeName("localhost")
            .signedBy(authority)
            .build();
    Files.writeString(authorityFile, authority.certificatePem());
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key",
        server.keyPair().getPrivate(),
        PASSWORD,
        new X509Certificate[] {server.certificate()});
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD);
    KeyManager keys =
        new CountingKeyManager(factory.getKeyManagers()[0], socket -> full.incrementAndGet());
    context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {keys}, null, null);
    threads.execute(this::accept);
  }

  String url() {
    return "https://localhost:" + listener.getLocalPort() + "/";
  }

  /** How long it leaves a connection open after the answer, from now on. */
  void hold(int millis) {
    holdMillis = millis;
  }

  /** What was counted so far, once those connections have ended that had their answer. */
  Counts counts() throws InterruptedException {
    synchronized (answered) {
      while (!answered.isEmpty()) {
        answered.wait();
      }
    }
    return new Counts(
        handshakes.get(), full.get(), resets.get(), serverFirst.get(), clientFirst.get());
  }

  private void accept() {
    try {
      while (true) {
        HeldBackSocket raw = (HeldBackSocket) listener.accept();
        open.add(raw);
        threads.execute(() -> serve(raw));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(HeldBackSocket raw) {
    try (raw) {
      raw.setTcpNoDelay(true);
      raw.setSoTimeout(IMPATIENCE_MILLIS);
      SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
      tls.setEnabledProtocols(new String[] {TLS});
      tls.startHandshake();
      handshakes.incrementAndGet();
      InputStream in = new BufferedInputStream(tls.getInputStream());
      if (readRequest(in)) {
        synchronized (answered) {
          answered.add(raw);
        }
        raw.hold();
        tls.getOutputStream().write(ANSWER);
        end(raw, tls, in);
      }
    } catch (IOException e) {
      // A client that ended in another way has its error to tell.
      if (isReset(e)) {
        resets.incrementAndGet();
      }
    } finally {
      open.remove(raw);
      synchronized (answered) {
        answered.remove(raw);
        answered.notifyAll();
      }
    }
  }

  private void end(HeldBackSocket raw, SSLSocket tls, InputStream in) throws IOException {
    int hold = holdMillis;
    if (hold > 0) {
      raw.release();
      (clientClosesWithin(hold, raw, in) ? clientFirst : serverFirst).incrementAndGet();
    }
    tls.shutdownOutput();
    raw.shutdownOutput();
    while (in.read() >= 0) {}
    if (!raw.isClosed()) {
      // What comes after close_notify.
      while (raw.getInputStream().read() >= 0) {}
    }
  }

  /** By what Linux makes of a RST, in a read or a write. */
  private static boolean isReset(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("reset") || message.contains("Broken pipe");
  }

  private boolean clientClosesWithin(int millis, Socket raw, InputStream in) throws IOException {
    raw.setSoTimeout(millis);
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      clientFirst.incrementAndGet();
      throw e;
    } finally {
      raw.setSoTimeout(IMPATIENCE_MILLIS);
    }
  }

  private static boolean readRequest(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String head = "";
    while (!head.endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        return false;
      }
      bytes.write(b);
      head = b == '\n' ? bytes.toString(StandardCharsets.US_ASCII) : "";
    }
    for (String line : bytes.toString(StandardCharsets.US_ASCII).split("\r\n")) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        in.readNBytes(Integer.parseInt(line.substring(15).trim()));
      } else if (line.regionMatches(true, 0, "transfer-encoding:", 0, 18)) {
        readChunks(in);
      }
    }
    return true;
  }

  /** A body in chunks, without a trailer. */
  private static void readChunks(InputStream in) throws IOException {
    for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
      in.readNBytes(size + 2);
    }
    in.readNBytes(2);
  }

  private static int chunkSize(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      line.append((char) b);
    }
    return Integer.parseInt(line.toString().trim(), 16);
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
