package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs that were written from the promises have found; the JDK's sockets do the same. */
@Timeout(60)
class AsStockDoesTest extends TlsTest {

  /** A server that has said all it has to say reads on. */
  @Test
  void aTimeoutBeforeACleanEndLosesNothingThatWasWritten() throws Exception {
    int size = 150_000;
    CountDownLatch timedOut = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    CompletableFuture<Integer> received = new CompletableFuture<>();
    ScriptedPeer.Script script =
        tls -> {
          tls.startHandshake();
          timedOut.await();
          tls.shutdownOutput();
          closed.await();
          received.complete(tls.getInputStream().readAllBytes().length);
        };
    SSLSocket socket = connect(factory(), scripted(script, "TLSv1.3").port());
    socket.setSendBufferSize(2 * size);
    socket.getOutputStream().write(new byte[size]);
    socket.setSoTimeout(100);
    InputStream in = socket.getInputStream();
    assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
    timedOut.countDown();
    socket.setSoTimeout(30_000);
    assertThat(in.read()).isNegative();
    socket.close();
    closed.countDown();
    assertThat(received).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theMaximumPacketSizeIsThatOfWhatIsSent(String protocol) throws Exception {
    ScriptedPeer.Script script =
        tls -> {
          tls.getInputStream().readNBytes(10_000);
          tls.getOutputStream().write(new byte[16_000]);
        };
    RecordingProxy proxy = proxyTo(scripted(script, protocol));
    SSLSocket socket = closing(connect(factory(), proxy.port()));
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setMaximumPacketSize(4096);
    socket.setSSLParameters(parameters);
    socket.getOutputStream().write(new byte[10_000]);
    assertThat(socket.getInputStream().readNBytes(16_000)).hasSize(16_000);
    assertThat(proxy.connections().get(0).fromClient())
        .isNotEmpty()
        .allMatch(record -> record.payload().length < 4096);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theEndOfTheOutputWithinTheHandshakeIsNotUndone(String protocol) throws Exception {
    AtomicReference<SSLSocket> ending = new AtomicReference<>();
    TrustManager manager = trustAnd(() -> ending.get().shutdownOutput());
    SSLSocket socket =
        closing(connect(factory(trusting().trustManagers(manager)), peer(protocol).port()));
    ending.set(socket);
    assertThatThrownBy(
            () -> {
              socket.startHandshake();
              socket.getOutputStream().write(1);
            })
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest(name = "{0}, key manager: {1}")
  @CsvSource({"TLSv1.2, false", "TLSv1.3, false", "TLSv1.2, true", "TLSv1.3, true"})
  void whatAManagerThrowsIsAFailureOfTlsAndLeavesNothing(String protocol, boolean ofKeys)
      throws Exception {
    InvocationHandler failing =
        (proxy, method, arguments) -> {
          throw new IllegalStateException("by the test");
        };
    TlsSettings.Builder settings =
        ofKeys
            ? trusting().keyManagers(implemented(X509KeyManager.class, failing))
            : trusting().trustManagers(implemented(X509TrustManager.class, failing));
    ResumingSslSocketFactory factory = factory(settings);
    SSLSocket socket = closing(connect(factory, strictPeer(protocol).port()));
    assertThatThrownBy(socket::startHandshake)
        .isInstanceOf(ofKeys ? Exception.class : SSLException.class)
        .hasStackTraceContaining("by the test");
    assertThatThrownBy(() -> Exchange.over(socket)).hasMessageContaining("earlier handshake");
    assertThat(factory.laneCounts().leased()).isZero();
    assertThat(recorder.failures).hasSize(1);
  }

  @Test
  void aTunnelThatIsClosedBeneathTlsHindersNoClose() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Socket tunnel = closing(new Socket("localhost", peer.port()));
    Socket outer =
        closing(stock().getSocketFactory().createSocket(tunnel, "localhost", peer.port(), true));
    Socket socket = factory().createSocket(outer, "localhost", peer.port(), true);
    tunnel.close();
    socket.close();
    assertThat(outer.isClosed()).isTrue();
  }

  /** JSSE's socket beneath would wait for as long as a read may take. */
  @Test
  void aProxyBeneathIsNotWaitedFor() throws Exception {
    SSLContext context = certificates.contextOf(certificates.server());
    CountDownLatch closed = new CountDownLatch(1);
    ScriptedPeer proxy =
        scripted(
            outer -> {
              SSLSocket inner =
                  (SSLSocket)
                      context.getSocketFactory().createSocket(outer, null, outer.getPort(), false);
              inner.setUseClientMode(false);
              respond(inner);
              inner.shutdownOutput();
              closed.await();
            },
            "TLSv1.3");
    Socket outer = closing(stock().getSocketFactory().createSocket("localhost", proxy.port()));
    SSLSocket socket = (SSLSocket) factory().createSocket(outer, "localhost", proxy.port(), true);
    socket.setSoTimeout(30_000);
    Exchange.over(socket);
    assertThat(socket.getInputStream().read()).isNegative();
    assertThat(begin(socket::close)).succeedsWithin(10, TimeUnit.SECONDS);
    closed.countDown();
  }
}
