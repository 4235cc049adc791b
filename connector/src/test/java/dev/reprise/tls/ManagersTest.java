package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.provider.ForwardingTrustManager;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Key managers and trust managers of every kind serve, though TLS asks them by an engine. The JDK's
 * trust store counts as it is at the first call, not when settings are made.
 */
class ManagersTest extends TlsTest {

  private static final String STORE = "javax.net.ssl.trustStore";
  private static final String ALGORITHM = "ssl.TrustManagerFactory.algorithm";

  private final String algorithm = TrustManagerFactory.getDefaultAlgorithm();

  @TempDir Path directory;

  private final List<Socket> shown = new CopyOnWriteArrayList<>();

  enum Keys {
    OF_THE_JDK,
    PLAIN,
    SOCKETS_ALONE,
    ENGINES_ALONE
  }

  static List<Arguments> keys() {
    return eachVariantOf((Object[]) Keys.values());
  }

  private KeyManager manager(Keys kind) throws Exception {
    HeldCertificate client = certificates.client();
    switch (kind) {
      case OF_THE_JDK:
        return certificates.keyManagers(client)[0];
      case PLAIN:
        X509KeyManager keys = new Keeper(client, true);
        return implemented(
            X509KeyManager.class, (proxy, method, arguments) -> method.invoke(keys, arguments));
      default:
        return new Keeper(client, kind == Keys.SOCKETS_ALONE);
    }
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("keys")
  void theServerGetsTheCertificate(Keys kind, String variant) throws Exception {
    ResumingSslSocketFactory factory = factory(trusting(variant).keyManagers(manager(kind)));
    TlsPeer peer = strictPeer(protocolOf(variant));
    if (kind == Keys.ENGINES_ALONE) {
      // As with a socket of the provider, which asks for none.
      assertThatThrownBy(() -> Exchange.once(factory, peer.port())).isInstanceOf(IOException.class);
      return;
    }
    Exchange.times(2, factory, peer.port());
    assertThat(peer.fullHandshakes()).isEqualTo(1);
    if (kind == Keys.PLAIN || kind == Keys.SOCKETS_ALONE) {
      assertThat(shown)
          .isNotEmpty()
          .allSatisfy(
              socket -> {
                assertThat(socket).isInstanceOf(ResumingSslSocket.class);
                assertThat(socket.getInetAddress().isLoopbackAddress()).isTrue();
              });
    }
  }

  static List<Arguments> trust() {
    return eachVariantOf("of the JDK", "plain", "extended", "sockets alone");
  }

  /** Each refuses another authority; and none of them takes another host's certificate. */
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("trust")
  void theServerIsVerified(String trust, String variant) throws Exception {
    X509TrustManager own = (X509TrustManager) certificates.trustManagers()[0];
    TrustManager manager =
        trust.equals("plain")
            ? new PlainTrust(certificates)
            : trust.equals("extended")
                ? new ChainOnlyTrust(certificates)
                : trust.equals("sockets alone")
                    ? new SocketTrust((X509ExtendedTrustManager) own)
                    : own;
    ResumingSslSocketFactory factory =
        factory(
            trusting(variant)
                .trustManagers(manager)
                .keyManagers(certificates.keyManagers(certificates.client())));
    TlsPeer good = strictPeer(protocolOf(variant));
    TlsPeer another = peerOf("other.example", protocolOf(variant));
    TlsPeer untrusted = closing(TlsPeer.start(new Certificates(), protocolOf(variant)));
    assertThat(Exchange.once(factory, good.port())).isEqualTo(TlsPeer.BODY);
    assertThatThrownBy(() -> Exchange.once(factory, another.port()))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Exchange.once(factory, untrusted.port()))
        .isInstanceOf(IOException.class);
    assertThat(another.requests() + untrusted.requests()).isZero();
  }

  private final class Keeper extends X509ExtendedKeyManager {

    private final HeldCertificate client;
    private final boolean sockets;

    Keeper(HeldCertificate client, boolean sockets) {
      this.client = client;
      this.sockets = sockets;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
      shown.add(socket);
      assertThat(((SSLSocket) socket).getHandshakeSession()).isNotNull();
      return sockets ? "client" : null;
    }

    @Override
    public String chooseEngineClientAlias(
        String[] keyTypes, Principal[] issuers, SSLEngine engine) {
      return sockets ? super.chooseEngineClientAlias(keyTypes, issuers, engine) : "client";
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {client.certificate(), certificates.authority()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return client.keyPair().getPrivate();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return new String[] {"client"};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return null;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return null;
    }
  }

  private static final class SocketTrust extends ForwardingTrustManager {

    SocketTrust(X509ExtendedTrustManager manager) {
      super(manager);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}
  }

  @AfterEach
  void restore() {
    System.clearProperty(STORE);
    System.clearProperty(STORE + "Password");
    Security.setProperty(ALGORITHM, algorithm);
  }

  private void useStore(Certificates trusted) throws Exception {
    trusted.writeTo(directory, trusted.client());
    System.setProperty(STORE, directory.resolve("trust.p12").toString());
    System.setProperty(STORE + "Password", "changeit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theDefaultStoreIsReadAtTheFirstCallAndTrustsNobodyElse(String provider) throws Exception {
    System.setProperty(STORE, directory.toString());
    ResumingSslSocketFactory factory = ofTheDefault(provider);
    useStore(certificates);
    TlsPeer unknown = closing(TlsPeer.start(new Certificates(), "TLSv1.3"));
    TlsPeer anotherHost = peerOf("other.example", "TLSv1.3");
    for (TlsPeer peer : List.of(unknown, anotherHost)) {
      assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
          .isInstanceOf(SSLHandshakeException.class);
      assertThat(peer.requests()).isZero();
    }
    TlsPeer peer = peer("TLSv1.3");
    Exchange.times(3, factory, peer.port());
    assertThat(peer.requests()).isEqualTo(3);
  }

  @Test
  void aDefaultStoreThatCannotBeReadFailsTheCallAndSaysSo() throws Exception {
    System.setProperty(STORE, Files.writeString(directory.resolve("bad"), "no store").toString());
    TlsPeer peer = peer("TLSv1.3");
    ResumingSslSocketFactory factory = ofTheDefault("JSSE");
    assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("the JDK's default trust store cannot be loaded");
  }

  /** It is found out at the first socket. Stock's throws a SocketException then. */
  @Test
  void aDefaultStoreThatCannotBeMadeIsAnIoException() {
    Security.setProperty(ALGORITHM, "none");
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(TlsSettings.builder().maxPreconnectionsPerPeer(1).build());
    assertThatThrownBy(factory::createSocket)
        .isInstanceOf(SSLException.class)
        .hasMessageContaining("the JDK's default trust store cannot be loaded");
    assertThat(factory.prepare(Peer.of("localhost", 443)).toCompletableFuture())
        .isCompletedWithValue(Preparation.FAILED);
  }

  private ResumingSslSocketFactory ofTheDefault(String provider) {
    TlsSettings.Builder settings = TlsSettings.builder();
    return factory(provider.equals("JSSE") ? settings : settings.provider(Conscrypt.newProvider()));
  }
}
