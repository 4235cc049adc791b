package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that is kept alive is no way round the checks of a new one. */
class WarmConnectionTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final Certificates strangers = new Certificates();
  private final ResumingConnectionManager manager =
      ResumingConnectionManager.builder()
          .tls(TlsSettings.builder().trustManagers(certificates.trustManagers()).build())
          .build();
  private final CloseableHttpClient client =
      HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build();

  @AfterEach
  void closeTheClient() throws IOException {
    client.close();
  }

  private String get(String url) throws IOException {
    try (CloseableHttpResponse response = client.execute(new HttpGet(url))) {
      return EntityUtils.toString(response.getEntity());
    }
  }

  private void assertRefused(String url) {
    assertThatThrownBy(() -> get(url)).isInstanceOf(SSLHandshakeException.class);
  }

  private static TlsPeer keepAlive(
      Certificates authority, HeldCertificate certificate, String protocol) throws Exception {
    return new TlsPeer(
            authority.keyManagers(certificate), authority.trustManagers(), false, protocol)
        .misbehave(Fault.KEEP_ALIVE);
  }

  /** The certificate is good for localhost alone. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void itServesNoOtherName(String protocol) throws Exception {
    try (TlsPeer peer = keepAlive(certificates, certificates.serverOf("localhost"), protocol)) {
      get(peer.url());
      assertThat(manager.getTotalStats().getAvailable()).isEqualTo(1);
      assertRefused(peer.url().replace("localhost", "127.0.0.1"));
      assertThat(get(peer.url())).isEqualTo(TlsPeer.BODY);
      assertThat(peer.requests()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, ANOTHER_NAME",
    "TLSv1.3, ANOTHER_NAME",
    "TLSv1.2, EXPIRED",
    "TLSv1.3, EXPIRED",
    "TLSv1.2, UNKNOWN_AUTHORITY",
    "TLSv1.3, UNKNOWN_AUTHORITY"
  })
  void whatTakesItsPlaceIsChecked(String protocol, String flaw) throws Exception {
    try (TlsPeer peer = keepAlive(certificates, certificates.server(), protocol);
        TlsPeer impostor = impostor(flaw, protocol);
        RecordingProxy proxy = new RecordingProxy(peer.port())) {
      get(proxy.url());
      get(proxy.url());
      assertThat(proxy.connections()).hasSize(1);

      proxy.forwardTo(impostor.port());
      assertThat(get(proxy.url())).isEqualTo(TlsPeer.BODY);
      manager.closeIdleConnections(0, TimeUnit.MILLISECONDS);
      assertRefused(proxy.url());
      assertRefused(proxy.url());
      assertThat(manager.getTotalStats().getAvailable()).isZero();
      assertThat(impostor.requests()).isZero();
    }
  }

  private TlsPeer impostor(String flaw, String protocol) throws Exception {
    switch (flaw) {
      case "ANOTHER_NAME":
        return keepAlive(certificates, certificates.serverOf("other.example"), protocol);
      case "EXPIRED":
        return keepAlive(certificates, certificates.expired(), protocol);
      default:
        return keepAlive(strangers, strangers.server(), protocol);
    }
  }
}
