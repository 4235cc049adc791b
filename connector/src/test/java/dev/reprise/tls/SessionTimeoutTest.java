package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTimeoutTest extends TlsTest {

  private final AtomicLong now = new AtomicLong();

  /** However often it was resumed meanwhile; and it is not offered, though the provider has it. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3", "TLSv1.2 Conscrypt", "TLSv1.3 Conscrypt"})
  void aSessionEndsThatLongAfterItsFullHandshake(String variant) throws Exception {
    ResumingSslSocketFactory factory =
        factory(trusting(variant).sessionTimeout(Duration.ofHours(1)), now::get);
    try (TlsPeer peer = TlsPeer.start(certificates, protocolOf(variant))) {
      for (int minute : new int[] {1, 20, 40, 55, 62}) {
        now.set(Duration.ofMinutes(minute).toNanos());
        Exchange.once(factory, peer.port());
      }
    }
    assertThat(recorder.handshakes)
        .extracting(Handshake::resumed)
        .containsExactly(false, true, true, true, false);
    assertThat(recorder.handshakes.get(4).fullCause()).isEqualTo(FullHandshakeCause.NO_SESSION);
  }

  /** Near the end of its time nothing tells whether the session was still offered. */
  @ParameterizedTest(name = "{0}, after {1} of 10 seconds")
  @CsvSource({
    "TLSv1.2, 5, NOT_ACCEPTED",
    "TLSv1.3, 5, NOT_ACCEPTED",
    "TLSv1.2, 9.5, NO_SESSION",
    "TLSv1.3, 9.5, NO_SESSION"
  })
  void aPeerIsNotAccusedOfASessionThatWasAboutToEnd(
      String protocol, double seconds, FullHandshakeCause cause) throws Exception {
    ResumingSslSocketFactory factory =
        factory(trusting().sessionTimeout(Duration.ofSeconds(10)), now::get);
    try (TlsPeer first = TlsPeer.start(certificates, protocol);
        TlsPeer second = TlsPeer.start(certificates, protocol);
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      Exchange.once(factory, proxy.port());
      now.set((long) (seconds * 1e9));
      proxy.forwardTo(second.port());
      Exchange.once(factory, proxy.port());
    }
    assertThat(recorder.handshakes)
        .extracting(Handshake::fullCause)
        .containsExactly(FullHandshakeCause.FIRST, cause);
  }

  /** On a machine that has been up for longer than sessions live, by the clock that counts that. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void theSessionOfAHandshakeThatTimedOutAndWasGoneOnWithIsNew(String protocol) throws Exception {
    CountDownLatch timedOut = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          timedOut.await();
          ScriptedPeer.readRequest(tls);
          tls.getOutputStream().write(ScriptedPeer.response());
          tls.getInputStream().read();
        };
    now.set(Duration.ofDays(3).toNanos());
    ResumingSslSocketFactory factory = factory(trusting(), now::get);
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script, protocol)) {
      try (SSLSocket socket = connect(factory, peer.port())) {
        socket.setSoTimeout(50);
        assertThatThrownBy(socket::startHandshake).isInstanceOf(SocketTimeoutException.class);
        timedOut.countDown();
        socket.setSoTimeout(30_000);
        Exchange.over(socket);
      }
      Exchange.once(factory, peer.port());
    }
    assertThat(recorder.handshakes).extracting(Handshake::resumed).containsExactly(false, true);
  }
}
