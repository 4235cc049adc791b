package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private long fullHandshakes() {
    return recorder.handshakes.stream().filter(done -> !done.resumed()).count();
  }

  @Test
  void aContextOfTheUsersKeepsItsOwn() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    context.getClientSessionContext().setSessionTimeout(77);
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            TlsSettings.builder()
                .sslContext(context)
                .sessionTimeout(Duration.ofSeconds(5))
                .build());
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      Exchange.once(factory, peer.port());
    }
    assertThat(context.getClientSessionContext().getSessionTimeout()).isEqualTo(77);
  }
}
