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
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Key managers and trust managers of every kind serve, though TLS asks them by an engine. */
class ManagersTest extends TlsTest {

  private final List<Socket> shown = new CopyOnWriteArrayList<>();

  /** What a key manager knows of. */
  enum Keys {
    OF_THE_JDK,
    PLAIN,
    SOCKETS_ALONE,
    ENGINES_ALONE
  }

  static List<Arguments> keys() {
    List<Arguments> all = new ArrayList<>();
    for (Keys keys : Keys.values()) {
      for (String provider : new String[] {"JSSE", "Conscrypt"}) {
        for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
          all.add(Arguments.of(keys, provider, protocol));
        }
      }
    }
    return all;
  }

  private KeyManager manager(Keys kind) throws Exception {
    HeldCertificate client = certificates.client();
    switch (kind) {
      case OF_THE_JDK:
        return certificates.keyManagers(client)[0];
      case PLAIN:
        X509KeyManager keys = new Keeper(client, true);
        return (X509KeyManager)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {X509KeyManager.class},
                (proxy, method, arguments) -> method.invoke(keys, arguments));
      default:
        return new Keeper(client, kind == Keys.SOCKETS_ALONE);
    }
  }

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("keys")
  void theServerGetsTheCertificate(Keys kind, String provider, String protocol) throws Exception {
    ResumingSslSocketFactory factory = factory(trusting(provider).keyManagers(manager(kind)));
    try (TlsPeer peer = TlsPeer.startStrict(certificates, protocol)) {
      if (kind == Keys.ENGINES_ALONE) {
        // As with a socket of the provider, which asks for none.
        assertThatThrownBy(() -> Exchange.once(factory, peer.port()))
            .isInstanceOf(IOException.class);
        return;
      }
      for (int i = 0; i < 2; i++) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(peer.fullHandshakes()).isEqualTo(1);
    }
    if (kind == Keys.PLAIN || kind == Keys.SOCKETS_ALONE) {
      assertThat(shown).isNotEmpty().allSatisfy(ManagersTest::assertShowsTheHandshake);
    }
  }

  /** As managers do that choose by the server. */
  private static void assertShowsTheHandshake(Socket socket) {
    assertThat(socket).isInstanceOf(ResumingSslSocket.class);
    assertThat(socket.getInetAddress().isLoopbackAddress()).isTrue();
  }

  static List<Arguments> trust() {
    List<Arguments> all = new ArrayList<>();
    for (String trust : new String[] {"of the JDK", "plain", "extended", "sockets alone"}) {
      for (String provider : new String[] {"JSSE", "Conscrypt"}) {
        for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
          all.add(Arguments.of(trust, provider, protocol));
        }
      }
    }
    return all;
  }

  /** Each refuses another authority; and none of them takes another host's certificate. */
  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("trust")
  void theServerIsVerified(String trust, String provider, String protocol) throws Exception {
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
            trusting(provider)
                .trustManagers(manager)
                .keyManagers(certificates.keyManagers(certificates.client())));
    Certificates unknown = new Certificates();
    try (TlsPeer good = TlsPeer.startStrict(certificates, protocol);
        TlsPeer another = peerOf("other.example", protocol);
        TlsPeer untrusted = TlsPeer.start(unknown, protocol)) {
      assertThat(Exchange.once(factory, good.port())).isEqualTo(TlsPeer.BODY);
      assertThatThrownBy(() -> Exchange.once(factory, another.port()))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> Exchange.once(factory, untrusted.port()))
          .isInstanceOf(IOException.class);
      assertThat(another.requests() + untrusted.requests()).isZero();
    }
  }

  /** Chooses for sockets alone, or for engines alone. */
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

  /** Its author has thought of sockets alone. */
  private static final class SocketTrust extends ForwardingTrustManager {

    SocketTrust(X509ExtendedTrustManager manager) {
      super(manager);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}
  }
}
