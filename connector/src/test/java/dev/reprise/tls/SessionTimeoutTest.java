package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLSocket;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTimeoutTest {

  private final Certificates certificates = new Certificates();
  private final Recorder recorder = new Recorder();

  /** However often it was resumed meanwhile; and it is not offered. */
  @ParameterizedTest(name = "{0}, Conscrypt: {1}")
  @CsvSource({"TLSv1.2, false", "TLSv1.3, false", "TLSv1.2, true", "TLSv1.3, true"})
  void aSessionEndsThatLongAfterItsFullHandshake(String protocol, boolean conscrypt)
      throws Exception {
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .trustManagers(certificates.trustManagers())
            .sessionTimeout(Duration.ofSeconds(2))
            .addListener(recorder);
    if (conscrypt) {
      settings.provider(Conscrypt.newProvider());
    }
    ResumingSslSocketFactory factory = new ResumingSslSocketFactory(settings.build());
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      do {
        Exchange.once(factory, peer.port());
      } while (fullHandshakes() < 2 && System.nanoTime() < deadline);
    }
    assertThat(fullHandshakes()).isEqualTo(2);
    FullHandshakeCause cause = recorder.handshakes.get(recorder.handshakes.size() - 1).fullCause();
    if (conscrypt) {
      // Conscrypt counts whole seconds, so that one just outlived may still be offered
      assertThat(cause).isIn(FullHandshakeCause.NO_SESSION, FullHandshakeCause.NOT_ACCEPTED);
    } else {
      assertThat(cause).isEqualTo(FullHandshakeCause.NO_SESSION);
    }
    assertThat(recorder.handshakes.stream().filter(Handshake::resumed)).isNotEmpty();
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
    AtomicLong now = new AtomicLong();
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .trustManagers(certificates.trustManagers())
                .sessionTimeout(Duration.ofSeconds(10))
                .addListener(recorder)
                .build(),
            now::get);
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

  private long fullHandshakes() {
    return recorder.handshakes.stream().filter(done -> !done.resumed()).count();
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
    TlsSettings settings =
        TlsSettings.builder()
            .trustManagers(certificates.trustManagers())
            .addListener(recorder)
            .build();
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            settings, () -> settings.sessionTimeout().multipliedBy(3).toNanos());
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, script, protocol)) {
      try (SSLSocket socket = (SSLSocket) factory.createSocket("localhost", peer.port())) {
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
