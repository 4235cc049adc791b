package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.SerializedFailureTest;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.SocksProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The socket itself, where it has to do as a socket of the JDK does. */
class SocketTest extends TlsTest {

  private static final Duration LONG_WAIT = Duration.ofSeconds(60);

  /** Which is connected by then, and claims a lane. */
  @Test
  void aCloseThatMeetsTheConnectLeavesNothing() throws Exception {
    AtomicReference<Socket> closing = new AtomicReference<>();
    Supplier<SSLContext> contexts =
        () -> {
          if (closing.get() != null) {
            assertThatCode(closing.get()::close).doesNotThrowAnyException();
          }
          return stock();
        };
    ResumingSslSocketFactory factory = factory(TlsSettings.builder().sslContext(contexts));
    Socket socket = factory.createSocket();
    closing.set(socket);
    InetSocketAddress address = new InetSocketAddress("localhost", peer().port());
    assertThatThrownBy(() -> socket.connect(address)).isInstanceOf(SocketException.class);
    assertThat(factory.laneCounts().leased()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aResponseThatCameLateIsStillAResponse(String protocol) throws Exception {
    CountDownLatch timedOut = new CountDownLatch(1);
    byte[] response = ScriptedPeer.response();
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          tls.getOutputStream().write(response, 0, 30);
          timedOut.await();
          tls.getOutputStream().write(response, 30, response.length - 30);
          tls.shutdownOutput();
          tls.getInputStream().read();
        };
    ScriptedPeer peer = scripted(script, protocol);
    try (Socket socket = connect(factory(trusting().closeTimeout(LONG_WAIT)), peer.port())) {
      Exchange.send(socket);
      InputStream in = socket.getInputStream();
      assertThat(in.readNBytes(30)).hasSize(30);
      socket.setSoTimeout(50);
      assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
      timedOut.countDown();
      socket.setSoTimeout(30_000);
      assertThat(in.readNBytes(response.length - 30)).hasSize(response.length - 30);
    }
    assertThat(recorder.closes).containsExactly(CloseOutcome.CLOSE_NOTIFY);
  }

  /** A pool looks for an end with a read of 1 ms; that must not make a failure undone. */
  @Test
  void aStaleCheckDoesNotClearAFailure() throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.FREEZE_AFTER_RESPONSE);
    try (Socket socket = connect(factory(), peer.port())) {
      Exchange.over(socket);
      socket.shutdownOutput();
      assertThatThrownBy(() -> Exchange.send(socket)).isInstanceOf(IOException.class);
      socket.setSoTimeout(1);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(recorder.closes).containsExactly(CloseOutcome.ABORTED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGracefulCloseIsCutShort(boolean byAbort) throws Exception {
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.HOLD_OPEN);
    ResumingSslSocket socket = connect(factory(trusting().closeTimeout(LONG_WAIT)), peer.port());
    Exchange.over(socket);
    Future<?> closing = begin(socket::close);
    while (!socket.isClosed()) {
      Thread.onSpinWait();
    }
    if (byAbort) {
      socket.abort();
    } else {
      try {
        socket.setSoLinger(true, 0);
      } catch (SocketException e) {
        // The close that had just begun has seen it already.
      }
      socket.close();
    }
    closing.get(20, TimeUnit.SECONDS);
    assertThat(recorder.closes).containsExactly(CloseOutcome.ABORTED);
  }

  /** However long the close timeout, it is over for who has read the response long ago. */
  @Test
  void nobodyIsBlamedForWhatWasNotWaitedFor() throws Exception {
    ResumingSslSocketFactory factory = factory(trusting().closeTimeout(Duration.ofNanos(1)));
    TlsPeer peer = peer("TLSv1.3").misbehave(Fault.KEEP_ALIVE);
    Exchange.once(factory, peer.port());
    assertThat(recorder.closes).containsExactly(CloseOutcome.LOCAL);
  }

  /** All of the handshake has been read by then, so that it completes on a closed socket. */
  @Test
  void aCloseWithinTheHandshakeIsToldToo() throws Exception {
    AtomicReference<Socket> closing = new AtomicReference<>();
    TrustManager manager =
        trustAnd(
            () -> {
              Future<?> closed = begin(() -> closing.get().close());
              Eventually.holds(closed::isDone);
            });
    TlsPeer peer = peer("TLSv1.3");
    SSLSocket socket = connect(factory(trusting().trustManagers(manager)), peer.port());
    closing.set(socket);
    try {
      socket.startHandshake();
    } catch (IOException e) {
      // The socket was closed.
    }
    assertThat(recorder.closes).hasSameSizeAs(recorder.handshakes);
  }

  @Test
  void listenersAreToldOnceAndMayThrow() throws Exception {
    SSLSocket socket = closing(connect(factory(), peer().port()));
    AtomicInteger told = new AtomicInteger();
    HandshakeCompletedListener listener = event -> told.incrementAndGet();
    socket.addHandshakeCompletedListener(
        event -> {
          throw new IllegalStateException("by the test");
        });
    socket.addHandshakeCompletedListener(
        event -> TlsTest.<RuntimeException>throwUnchecked(new IOException("by the test")));
    socket.addHandshakeCompletedListener(listener);
    socket.addHandshakeCompletedListener(listener);
    socket.startHandshake();
    assertThat(told).hasValue(1);
    assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    socket.removeHandshakeCompletedListener(listener);
    assertThatThrownBy(() -> socket.removeHandshakeCompletedListener(listener))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noBytesAndBadArgumentsDoNothing() throws Exception {
    TlsPeer peer = peer();
    ResumingSslSocket socket = closing(connect(factory(), peer.port()));
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    byte[] bytes = new byte[3];
    out.write(bytes, 1, 0);
    assertThat(in.read(bytes, 1, 0)).isZero();
    assertThat(socket.handshake()).isNull();
    socket.startHandshake();
    assertThatThrownBy(() -> out.write(bytes, 2, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> in.read(bytes, 2, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> out.write(null, 0, 1)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> in.read(null, 0, 1)).isInstanceOf(NullPointerException.class);
    assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
  }

  /** A server that is known gets a reduced ClientHello, which may be made again elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aSecondConnectLeadsNowhereElse(String protocol) throws Exception {
    ResumingSslSocketFactory factory = factory();
    TlsPeer first = peer(protocol);
    TlsPeer second = peer(protocol);
    Exchange.times(5, factory, first.port());
    first.misbehave(Fault.CLOSE_IN_HANDSHAKE);
    Socket socket = closing(connect(factory, first.port()));
    assertThatThrownBy(() -> socket.connect(new InetSocketAddress("localhost", second.port())))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(IOException.class);
    assertThat(second.connections()).isZero();
  }

  @Test
  void aTruncatedStreamIsReadElsewhere() throws Exception {
    TruncatedStreamException failure = new TruncatedStreamException(Peer.of("bank.example", 443));
    assertThat(SerializedFailureTest.readElsewhere(failure))
        .isInstanceOf(SSLException.class)
        .hasMessage(failure.getMessage());
  }

  @Test
  void aSocketThatCannotBeBoundIsClosed() throws Exception {
    int taken = peer().port();
    ResumingSslSocketFactory factory = factory();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    assertThatThrownBy(() -> factory.createSocket("localhost", taken, loopback, taken))
        .isInstanceOf(BindException.class);
  }

  @Test
  void lingerIsSeenHoweverItIsSet() throws Exception {
    TlsPeer peer = peer();
    try (Socket socket = connect(factory(), peer.port())) {
      Exchange.over(socket);
      socket.setOption(StandardSocketOptions.SO_LINGER, 0);
    }
    assertThat(recorder.closes).containsExactly(CloseOutcome.ABORTED);
  }

  @Test
  void aSocksProxyResolvesTheNameAndWithoutSuchAProxyTheHostIsUnknown() throws Exception {
    TlsPeer peer = peerOf("bank.example");
    InetSocketAddress bank = InetSocketAddress.createUnresolved("bank.example", peer.port());
    try (SocksProxy proxy = SocksProxy.forAll();
        Socket socket = factory().createSocket()) {
      socket.connect(bank);
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      assertThat(proxy.asked()).containsExactly("bank.example:" + peer.port());
    }
    Socket socket = closing(factory().createSocket());
    assertThatThrownBy(() -> socket.connect(bank))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("bank.example");
  }

  /** An interim response, and then nothing: the server has not answered. */
  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", ""})
  void anEndAfterAnInterimResponseIsAnEndBeforeTheResponse(String interim) throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          tls.getOutputStream().write(interim.getBytes(StandardCharsets.US_ASCII));
        };
    ScriptedPeer peer = scripted(script, "TLSv1.3");
    Socket socket = closing(connect(factory(), peer.port()));
    Exchange.send(socket);
    assertThat(socket.getInputStream().readAllBytes()).asString().isEqualTo(interim);
  }

  @Test
  void stockSocketsAreTheProvidersWithTheSettingsOfTheHandshake() throws IOException {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            TlsSettings.builder().protocols("TLSv1.2").stockSockets(true).build());
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 5, here);
        Socket tcp = new Socket(here, server.getLocalPort())) {
      assertStock(sockets.createSocket());
      assertStock(sockets.createSocket(tcp, "localhost", server.getLocalPort(), true));
      assertStock(sockets.createSocket(here, server.getLocalPort()));
      assertStock(sockets.createSocket("localhost", server.getLocalPort(), here, 0));
    }
    assertThat(sockets.laneCounts().made()).isZero();
  }

  private static void assertStock(Socket made) throws IOException {
    try (SSLSocket socket = (SSLSocket) made) {
      assertThat(socket).isNotInstanceOf(ResumingSslSocket.class);
      assertThat(socket.getEnabledProtocols()).containsExactly("TLSv1.2");
      assertThat(socket.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
    }
  }

  /** The trust manager looks at the chain alone; with it the provider verifies no name. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void stockSocketsVerifyTheHostAsWithReprise(String provider) throws Exception {
    ResumingSslSocketFactory stock =
        factory(
            trusting(provider).trustManagers(new ChainOnlyTrust(certificates)).stockSockets(true));
    TlsPeer right = peer();
    TlsPeer wrong = peerOf("other.example");
    assertThat(Exchange.once(stock, right.port())).isEqualTo(TlsPeer.BODY);
    assertThatThrownBy(() -> Exchange.once(stock, wrong.port())).isInstanceOf(SSLException.class);
    assertThat(wrong.requests()).isZero();
  }

  /** As for StartTLS of LDAP, or FTPS. */
  @Test
  void aSocketThatLeavesTheTcpSocketOpenIsTheProviders() throws Exception {
    ResumingSslSocketFactory ours = factory();
    TlsPeer peer = peer();
    TlsPeer wrong = peerOf("other.example");
    Socket tcp = closing(new Socket("localhost", peer.port()));
    try (Socket socket = ours.createSocket(tcp, "localhost", peer.port(), false)) {
      assertThat(socket).isNotInstanceOf(ResumingSslSocket.class);
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    }
    assertThat(tcp.isClosed()).isFalse();
    Socket other = closing(new Socket("localhost", wrong.port()));
    Socket socket = ours.createSocket(other, "localhost", wrong.port(), false);
    assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SSLException.class);
  }

  /** The same settings come back into force, and are another factory's too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsSessionsAreThoseOfItsFactorySinceTheReload(boolean chainOnly) throws Exception {
    TlsSettings.Builder builder = trusting().sessionTimeout(Duration.ofSeconds(77));
    if (chainOnly) {
      builder.trustManagers(new ChainOnlyTrust(certificates));
    }
    ResumingSslSocketFactory ours = factory(builder);
    TlsPeer peer = peer("TLSv1.2");
    for (int call = 0; call < 2; call++) {
      assertThat(sessionsOfOneThatLeavesTheTcpSocketOpen(ours, peer).getSessionTimeout())
          .isEqualTo(77);
    }
    assertThat(peer.resumedHandshakes()).isOne();
    TlsSettings first = ours.settings();
    ours.reload(builder.build());
    ours.reload(first);
    sessionsOfOneThatLeavesTheTcpSocketOpen(ours, peer);
    sessionsOfOneThatLeavesTheTcpSocketOpen(new ResumingSslSocketFactory(first), peer);
    assertThat(peer.resumedHandshakes()).isOne();
  }

  private SSLSessionContext sessionsOfOneThatLeavesTheTcpSocketOpen(
      ResumingSslSocketFactory ours, TlsPeer peer) throws IOException {
    Socket tcp = closing(new Socket("localhost", peer.port()));
    try (SSLSocket socket = (SSLSocket) ours.createSocket(tcp, "localhost", peer.port(), false)) {
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      return socket.getSession().getSessionContext();
    }
  }

  @Test
  void itIsRefusedWhereNothingVerifiesItsHost() throws Exception {
    TrustManager plain = new PlainTrust(certificates);
    ResumingSslSocketFactory ours = factory(trusting("Conscrypt").trustManagers(plain));
    TlsPeer peer = peer();
    Socket tcp = closing(new Socket("localhost", peer.port()));
    assertThatThrownBy(() -> ours.createSocket(tcp, "localhost", peer.port(), false))
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("autoClose");
    ours.reload(ours.settings().toBuilder().stockSockets(true).build());
    Socket socket = closing(ours.createSocket(tcp, "localhost", peer.port(), false));
    assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
  }

  /**
   * A method that a newer JDK adds must be forwarded too, or it would ask the empty super class.
   */
  @Test
  void everyPublicMethodIsForwarded() {
    assertThat(Arrays.stream(SSLSocket.class.getMethods()).filter(SocketTest::isInstanceMethod))
        .isNotEmpty()
        .allSatisfy(
            method ->
                assertThat(
                        ResumingSslSocket.class.getMethod(
                            method.getName(), method.getParameterTypes()))
                    .extracting(Method::getDeclaringClass)
                    .isEqualTo(ResumingSslSocket.class));
  }

  private static boolean isInstanceMethod(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && !method.getDeclaringClass().equals(Object.class)
        && !method.getName().endsWith("ApplicationProtocolSelector")
        && !Set.of("toString", "getChannel").contains(method.getName());
  }
}
