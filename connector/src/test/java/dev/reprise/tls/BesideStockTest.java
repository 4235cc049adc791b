package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.ServerTls;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same calls on a socket of the JDK and on one of ours come to the same. */
@ParameterizedClass(name = "stock: {0}")
@ValueSource(booleans = {true, false})
class BesideStockTest extends TlsTest {

  /** More than fits into the window of a server that does not read. */
  private static final int LARGE = 150_000;

  /** Handshakes with a peer after which it gets a reduced ClientHello. */
  private static final int KNOWN = 5;

  @Parameter boolean stock;

  private SSLSocketFactory factory(String variant) {
    if (!stock) {
      return factory(trusting(variant));
    }
    if (!variant.endsWith("Conscrypt")) {
      return stock().getSocketFactory();
    }
    TrustManager[] trust = {new ChainOnlyTrust(certificates)};
    return Certificates.context(Conscrypt.newProvider(), null, trust).getSocketFactory();
  }

  private SSLSocket connect(String variant, int port) throws IOException {
    return (SSLSocket) factory(variant).createSocket("localhost", port);
  }

  private void assumeNotConscryptAlone(String variant) {
    assumeFalse(stock && variant.endsWith("Conscrypt"), "Conscrypt by itself is not compared");
  }

  /** Its session is new, also on a machine that has been up for longer than sessions live. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void aHandshakeThatTimedOutIsGoneOnWith(String protocol) throws Exception {
    assumeNotConscryptAlone(protocol);
    CountDownLatch timedOut = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          timedOut.await();
          respond(tls);
          tls.getInputStream().read();
        };
    ScriptedPeer peer = scripted(script, protocolOf(protocol));
    SSLSocketFactory factory =
        stock ? factory(protocol) : factory(trusting(protocol), () -> Duration.ofDays(3).toNanos());
    try (SSLSocket socket = (SSLSocket) factory.createSocket("localhost", peer.port())) {
      socket.setSoTimeout(50);
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SocketTimeoutException.class);
      timedOut.countDown();
      socket.setSoTimeout(30_000);
      assertThat(Exchange.over(socket)).isNotEmpty();
    }
    if (!stock) {
      Exchange.once(factory, peer.port());
      assertThat(recorder.resumed).containsExactly(false, true);
    }
  }

  /** The TCP socket stays open, so that its end does not tell the server. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void aServerIsToldThatItsCertificateIsRefused(String protocol) throws Exception {
    assumeNotConscryptAlone(protocol);
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    ScriptedPeer.Script script =
        tls -> told.complete(catchThrowable(() -> tls.getInputStream().read()));
    ScriptedPeer peer =
        closing(ScriptedPeer.start(new Certificates(), script, protocolOf(protocol)));
    KeptSocket raw = new KeptSocket(peer.port());
    SSLSocket socket =
        (SSLSocket) factory(protocol).createSocket(raw, "localhost", peer.port(), true);
    assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
    assertThat(told.get(20, TimeUnit.SECONDS))
        .hasMessageContainingAll("fatal alert", "certificate");
    raw.ends = true;
    raw.close();
  }

  /** Closes only at the end of its test. */
  private static final class KeptSocket extends Socket {

    private boolean ends;

    KeptSocket(int port) throws IOException {
      super("localhost", port);
    }

    @Override
    public void close() throws IOException {
      if (ends) {
        super.close();
      }
    }
  }

  enum Closing {
    /** Tickets that nobody reads must not make it a reset, which throws away what is unsent. */
    WITH_NOTHING_READ,
    /** As a protocol does that reads and writes at a time. */
    UNDER_A_READER,
    /** JSSE waits until the peer has taken what is being written; ours does not. */
    UNDER_A_WRITER,
    UNDER_A_WRITER_WITH_NOTHING_READ
  }

  static List<Arguments> closings() {
    return eachVariantOf((Object[]) Closing.values());
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("closings")
  void whatWasWrittenArrives(Closing closing, String protocol) throws Exception {
    // Its close resets where tickets are unread.
    assumeFalse(stock && protocol.equals("TLSv1.3 Conscrypt"), "Conscrypt by itself");
    assumeTrue(
        closing != Closing.UNDER_A_WRITER_WITH_NOTHING_READ || protocol.equals("TLSv1.3"),
        "with TLS 1.3 of the JDK alone");
    boolean asks = closing == Closing.UNDER_A_READER || closing == Closing.UNDER_A_WRITER;
    boolean writes = closing.name().startsWith("UNDER_A_WRITER");
    CountDownLatch ready = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Integer> got = new CompletableFuture<>();
    AtomicInteger written = new AtomicInteger();
    ScriptedPeer.Script script =
        tls -> {
          tls.startHandshake();
          if (asks) {
            respond(tls);
          }
          ready.countDown();
          closed.await();
          got.complete(received(tls));
        };
    ScriptedPeer peer = scripted(script, protocolOf(protocol));
    SSLSocket socket = closing(connect(protocol, peer.port()));
    socket.setSendBufferSize(writes ? LARGE : 2 * LARGE);
    // A read with a timeout, after which the JDK parks a blocked writer where it is seen.
    socket.setSoTimeout(20_000);
    socket.startHandshake();
    if (asks) {
      Exchange.over(socket);
    }
    ready.await();
    Future<?> other =
        writes
            ? startWriting(socket, written)
            : closing == Closing.UNDER_A_READER ? startReading(socket) : null;
    // JSSE waits for the peer at its close.
    socket.setSoTimeout(500);
    if (!writes) {
      socket.getOutputStream().write(new byte[LARGE]);
      written.set(LARGE);
    }
    if (stock) {
      closed.countDown();
    }
    socket.close();
    closed.countDown();
    assertThat(got.get(20, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(written.get());
    Eventually.holds(() -> other == null || other.isDone());
  }

  /** How many bytes come until the end, or a failure. */
  private static int received(SSLSocket tls) {
    ByteArrayOutputStream received = new ByteArrayOutputStream();
    try {
      tls.getInputStream().transferTo(received);
    } catch (IOException e) {
      // The test looks at how many there were.
    }
    return received.size();
  }

  /** A read that a thread is within when this returns. */
  static FutureTask<Integer> startReading(Socket socket) {
    FutureTask<Integer> read = new FutureTask<>(() -> socket.getInputStream().read());
    Thread reader = new Thread(read);
    reader.start();
    while (isNotWithin(reader, "socketRead0|implRead")) {
      Thread.onSpinWait();
    }
    return read;
  }

  /** Writes to a peer that does not read, blocked when this returns, until the socket is closed. */
  static FutureTask<Void> startWriting(Socket socket, AtomicInteger written) {
    FutureTask<Void> writing =
        new FutureTask<>(
            () -> {
              while (true) {
                socket.getOutputStream().write(new byte[LARGE]);
                written.addAndGet(LARGE);
              }
            });
    Thread writer = new Thread(writing);
    writer.start();
    int before = -1;
    while (before != written.get() || isNotWithin(writer, "park|socketWrite0|poll")) {
      before = written.get();
      Thread.onSpinWait();
    }
    return writing;
  }

  private static boolean isNotWithin(Thread thread, String methods) {
    return Arrays.stream(thread.getStackTrace())
        .noneMatch(frame -> frame.getMethodName().matches(methods));
  }

  @Test
  void whatIsSetBeforeTheConnectIsKept() throws Exception {
    ScriptedPeer peer = scripted(tls -> {});
    SSLSocket socket = closing((SSLSocket) factory("").createSocket());
    socket.setNeedClientAuth(true);
    socket.setEnableSessionCreation(false);
    socket.connect(new InetSocketAddress("localhost", peer.port()));
    assertThat(socket.getNeedClientAuth()).isTrue();
    assertThat(socket.getEnableSessionCreation()).isFalse();
  }

  /** The name to verify is that of the loopback address. */
  @ParameterizedTest
  @NullAndEmptySource
  void withoutAHostItIsThisMachine(String host) throws Exception {
    TlsPeer peer = peerOf("localhost");
    for (SSLSocketFactory sockets :
        List.of(
            factory(""),
            factory(trusting().stockSockets(true)),
            new ResumingSslContext(trusting().build()).getSocketFactory())) {
      Exchange.overAndClose(sockets.createSocket(host, peer.port()));
      Exchange.overAndClose(sockets.createSocket(host, peer.port(), null, 0));
    }
  }

  /** A known peer gets a reduced ClientHello, which would be made again over a new connection. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void theEndOfTheOutputIsNotUndone(String protocol) throws Exception {
    assumeNotConscryptAlone(protocol);
    SSLSocketFactory factory = factory(protocol);
    TlsPeer peer = peer(protocolOf(protocol));
    Exchange.times(KNOWN, factory, peer.port());
    Socket socket = closing(factory.createSocket("localhost", peer.port()));
    socket.shutdownOutput();
    assertThatThrownBy(() -> Exchange.send(socket)).isInstanceOf(IOException.class);
  }

  /** HttpsURLConnection sends a request again if it meets an exception within the head. */
  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200 OK|", "HTTP/1.1 200 OK|Content-Le"})
  void aRequestIsSentOnceThoughTheHeadIsCutOff(String head) throws Exception {
    TlsPeer peer = peer().answer(head.replace("|", "\r\n"));
    peer.misbehave(Fault.CLOSE_WITHOUT_CLOSE_NOTIFY);
    HttpsURLConnection call = (HttpsURLConnection) new URL(peer.url()).openConnection();
    call.setSSLSocketFactory(factory(""));
    call.setDoOutput(true);
    call.getOutputStream().write(new byte[] {1});
    if (stock) {
      assertThat(call.getInputStream().readAllBytes()).isEmpty();
    } else {
      assertThatThrownBy(() -> call.getInputStream().readAllBytes())
          .isInstanceOf(TruncatedStreamException.class);
    }
    call.disconnect();
    assertThat(peer.requests()).isEqualTo(1);
  }

  /**
   * What is written after a response that announces the close, or within a head, is the rest of a
   * request that was answered early; after another response it may be the next request, which was
   * not answered.
   *
   * @param left so many bytes of the response are read after the request was gone on with
   */
  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1, Connection: close, 0",
    "HTTP/1.1, Connection: close, 20",
    "HTTP/1.1, Connection: keep-alive, 0",
    "HTTP/1.0, Server: old, 0",
    "HTTP/1.0, Connection: keep-alive, 0"
  })
  void aBodyIsCutOffThoughTheRequestWasGoneOnWith(String version, String header, int left)
      throws Exception {
    String answer = version + " 400 Bad\r\n" + header + "\r\n\r\n<amount>10";
    ServerTls tls = new ServerTls(certificates, certificates.server(), "TLSv1.3");
    Acceptor server = closing(new Acceptor());
    server.start(
        raw -> {
          SSLSocket over = tls.over(raw);
          ScriptedPeer.readRequest(over);
          over.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          raw.shutdownOutput();
          raw.getInputStream().readAllBytes();
        });
    Socket socket = closing(connect("", server.port()));
    Exchange.send(socket);
    InputStream in = socket.getInputStream();
    int first = answer.length() - left;
    assertThat(in.readNBytes(first)).asString().isEqualTo(answer.substring(0, first));
    socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(in.readNBytes(left)).asString().isEqualTo(answer.substring(first));
    if (stock || header.endsWith("keep-alive")) {
      assertThat(in.read()).isEqualTo(-1);
    } else {
      assertThatThrownBy(in::read).isInstanceOf(TruncatedStreamException.class);
    }
  }

  /** On JDK 11 stock loses the request, over TLS 1.2 at least. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.3 Conscrypt"})
  void whatWasWrittenArrivesThoughMuchIsUnread(String protocol) throws Exception {
    assumeTrue(!stock || protocol.equals("TLSv1.3"), "with TLS 1.3 alone");
    int unread = 6 * 16_384;
    CountDownLatch handshaked = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Integer> got = new CompletableFuture<>();
    ScriptedPeer.Script script =
        tls -> {
          tls.startHandshake();
          handshaked.await();
          tls.getOutputStream().write(new byte[unread]);
          closed.await();
          got.complete(received(tls));
        };
    ScriptedPeer peer = scripted(script, protocolOf(protocol));
    Socket raw = closing(new Socket());
    raw.setReceiveBufferSize(4 * unread);
    raw.setSendBufferSize(2 * LARGE);
    raw.connect(new InetSocketAddress("localhost", peer.port()));
    SSLSocket socket =
        (SSLSocket) factory(protocol).createSocket(raw, "localhost", peer.port(), true);
    socket.startHandshake();
    boolean tls13 = protocolOf(protocol).equals("TLSv1.3");
    Eventually.holds(() -> !tls13 || available(raw) > 0);
    // The ticket, the data, and what a record adds with AES-GCM.
    int all = available(raw) + unread + unread / 16_384 * (tls13 ? 22 : 29);
    handshaked.countDown();
    // JSSE waits for the peer at its close.
    socket.setSoTimeout(500);
    // What comes after the close makes it a reset with stock too.
    Eventually.holds(() -> available(raw) >= all);
    socket.getOutputStream().write(new byte[LARGE]);
    socket.close();
    closed.countDown();
    assertThat(got.get(20, TimeUnit.SECONDS)).isEqualTo(LARGE);
  }

  private static int available(Socket raw) {
    try {
      return raw.getInputStream().available();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theEndOfReadingEndsAHandshakeOfAnotherThread() throws Exception {
    TlsPeer peer = peer().misbehave(Fault.STALL_HANDSHAKE);
    SSLSocket socket = closing(connect("", peer.port()));
    Future<?> handshake = begin(socket::startHandshake);
    Eventually.holds(() -> peer.stalled() == 1);
    try {
      socket.shutdownInput();
    } catch (SSLException e) {
      // As JSSE says where there was no close_notify.
      assertThat(stock).isTrue();
    }
    try {
      handshake.get(20, TimeUnit.SECONDS);
      // JSSE returns if it has not begun to read.
      assertThat(stock).isTrue();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(IOException.class);
    }
  }
}
