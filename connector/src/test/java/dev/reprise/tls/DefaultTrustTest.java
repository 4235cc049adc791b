package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's trust store counts as it is at the first call, not when settings are made. */
class DefaultTrustTest extends TlsTest {

  private static final String STORE = "javax.net.ssl.trustStore";
  private static final String ALGORITHM = "ssl.TrustManagerFactory.algorithm";

  private final String algorithm = TrustManagerFactory.getDefaultAlgorithm();

  @TempDir Path directory;

  @AfterEach
  void restore() {
    System.clearProperty(STORE);
    Security.setProperty(ALGORITHM, algorithm);
  }

  private void useStore(Certificates trusted) throws Exception {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    X509TrustManager manager = (X509TrustManager) trusted.trustManagers()[0];
    for (X509Certificate issuer : manager.getAcceptedIssuers()) {
      store.setCertificateEntry("authority", issuer);
    }
    Path file = Files.createTempFile(directory, "trust", ".jks");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }
    System.setProperty(STORE, file.toString());
  }

  private static ResumingSslSocketFactory factory(String provider) {
    TlsSettings.Builder settings = TlsSettings.builder();
    if (provider.equals("Conscrypt")) {
      settings.provider(Conscrypt.newProvider());
    }
    return new ResumingSslSocketFactory(settings.build());
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void isReadAtTheFirstCall(String provider) throws Exception {
    System.setProperty(STORE, directory.toString());
    ResumingSslSocketFactory factory = factory(provider);
    useStore(certificates);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      for (int i = 0; i < 3; i++) {
        Exchange.once(factory, peer.port());
      }
      assertThat(peer.requests()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void trustsNobodyElse(String provider) throws Exception {
    useStore(new Certificates());
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory(provider);
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void anotherHostsCertificateIsRefused(String provider) throws Exception {
    useStore(certificates);
    try (TlsPeer peer = peerOf("other.example", "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory(provider);
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isZero();
    }
  }

  @Test
  void oneThatCannotBeReadFailsTheCallAndSaysSo() throws Exception {
    System.setProperty(STORE, Files.writeString(directory.resolve("bad"), "no store").toString());
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory("JSSE");
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLHandshakeException.class)
          .hasMessageContaining("the JDK's default trust store cannot be loaded");
    }
  }

  /** It is found out at the first socket. Stock's throws a SocketException then. */
  @Test
  void oneThatCannotBeMadeIsAnIoException() {
    Security.setProperty(ALGORITHM, "none");
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(TlsSettings.builder().maxPreconnectionsPerPeer(1).build());
    assertThatThrownBy(factory::createSocket)
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("the JDK's default trust store cannot be loaded");
    assertThat(factory.prepare(Peer.of("localhost", 443)).toCompletableFuture())
        .isCompletedWithValue(Preparation.FAILED);
  }
}
