package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.httpclient.Client4;
import dev.reprise.httpclient.Clients;
import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.security.Provider;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.apache.http.conn.DnsResolver;
import org.bouncycastle.tls.TlsFatalAlert;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which certificates are accepted for which host: whatever stock HttpClient refuses is refused. */
class HostTest extends Clients {

  /** How the trust comes into the settings, and what of it verifies the host by itself. */
  private enum Trust {
    JDK,
    PLAIN,
    EXTENDED_FOR_THE_CHAIN,
    SUPPLIER
  }

  private final DnsResolver loopback =
      host -> new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};

  static Stream<Arguments> trusts() {
    return Stream.of("JSSE", "Conscrypt", "BCJSSE")
        .flatMap(
            provider ->
                Stream.of(Trust.values())
                    .flatMap(
                        trust ->
                            Stream.of("TLSv1.2", "TLSv1.3")
                                .map(protocol -> arguments(provider, trust, protocol))));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("trusts")
  void theHostsOwnCertificateAloneIsAcceptedHoweverTheTrustIsGiven(
      String provider, Trust trust, String protocol) throws Exception {
    TlsPeer own = peer(certificates.serverOf("bank.example"), protocol);
    TlsPeer another = peer(certificates.serverOf("other.example"), protocol);
    Client4 stock = stock(provider, trust);
    Client4 reprise = reprise(provider, trust);
    for (int i = 0; i < 3; i++) {
      if (!isUnknownToTheJdk(provider, trust, protocol)) {
        assertThat(isAccepted(stock, own, "bank.example")).isTrue();
      }
      assertThat(isAccepted(reprise, own, "bank.example")).isTrue();
      assertThat(isAccepted(stock, another, "bank.example")).isFalse();
      assertThat(isAccepted(reprise, another, "bank.example")).isFalse();
    }
    assertThat(another.requests()).isZero();
  }

  /** Conscrypt's authentication type of TLS 1.3, which Reprise translates. */
  private static boolean isUnknownToTheJdk(String provider, Trust trust, String protocol) {
    return provider.equals("Conscrypt") && trust == Trust.JDK && protocol.equals("TLSv1.3");
  }

  @ParameterizedTest(name = "{0} for {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "bank.example.com | bank.example.com",
        "bank.example.com | BANK.Example.COM",
        "localhost | localhost.",
        "*.example.com | bank.example.com",
        "*.example.com | a.bank.example.com",
        "*.example.com | example.com",
        "*.com | example.com",
        "*.co.uk | bank.co.uk",
        "bank.example.com.evil.com | bank.example.com",
        "127.0.0.1 | 127.0.0.1",
        "127.0.0.2 | 127.0.0.1",
        "localhost | 127.0.0.1",
        "300.0.0.1.example | 300.0.0.1",
        "CN=300.0.0.1 | 300.0.0.1",
        "::1 | [::1]",
        "::1 | [0:0:0:0:0:0:0:1]",
        "::2 | [::1]",
        "xn--bcher-kva.example | xn--bcher-kva.example",
        "xn--bcher-kva.example | bucher.example",
        "my_bank.example.com | my_bank.example.com",
        "*.example.com | my_bank.example.com",
        "other.example.com | my_bank.example.com",
        "-bank-.example.com | -bank-.example.com",
        "CN=my_bank.example.com | my_bank.example.com",
        "CN=bank.example.com | bank.example.com",
        "CN=other.example.com | bank.example.com",
        "CN=bank.example.com,other.example.com | bank.example.com"
      })
  void aNameMatchesWhereItDoesForStock(String name, String host) throws Exception {
    TlsPeer peer = peer(certificateOf(name), "TLSv1.3");
    for (Arguments given :
        List.of(
            arguments("JSSE", Trust.JDK),
            arguments("JSSE", Trust.EXTENDED_FOR_THE_CHAIN),
            arguments("Conscrypt", Trust.PLAIN))) {
      String provider = (String) given.get()[0];
      Trust trust = (Trust) given.get()[1];
      assertThat(isAccepted(reprise(provider, trust), peer, host))
          .as("accepted by Reprise, and by stock, over %s, %s", provider, trust)
          .isEqualTo(isAccepted(stock(provider, trust), peer, host));
    }
  }

  /**
   * Stock HttpClient takes it; RFC 9525 section 6.3 has the asterisk stand for one label of more.
   */
  @ParameterizedTest
  @EnumSource(
      value = Trust.class,
      names = {"JDK", "EXTENDED_FOR_THE_CHAIN"})
  void anAsteriskAloneMatchesNothing(Trust trust) throws Exception {
    TlsPeer peer = peer(certificates.serverOf("*"), "TLSv1.3");
    assertThat(isAccepted(reprise("JSSE", trust), peer, "localhost")).isFalse();
  }

  private HeldCertificate certificateOf(String name) {
    if (!name.startsWith("CN=")) {
      return certificates.serverOf(name);
    }
    String[] names = name.substring(3).split(",", 2);
    return certificates.serverNamed(names[0], names.length > 1 ? names[1] : null);
  }

  private TlsPeer peer(HeldCertificate certificate, String protocol) throws Exception {
    return peerOf(certificates, certificate, protocol);
  }

  private static boolean isAccepted(Client4 client, TlsPeer peer, String host) throws IOException {
    try {
      assertThat(client.get("https://" + host + ":" + peer.port() + "/")).isEqualTo(TlsPeer.BODY);
      return true;
    } catch (SSLException | TlsFatalAlert e) {
      return false;
    }
  }

  private Client4 stock(String provider, Trust trust) throws Exception {
    return with4(
        setup -> {
          setup.manager = Setup.Manager.STOCK;
          setup.stock = context(provider(provider), trust);
          setup.resolver4 = loopback;
        });
  }

  private Client4 reprise(String provider, Trust trust) throws Exception {
    TlsSettings.Builder tls = TlsSettings.builder();
    if (trust == Trust.SUPPLIER) {
      tls.sslContext(() -> context(provider(provider), trust));
    } else {
      tls.trustManagers(managers(trust));
      if (!provider.equals("JSSE")) {
        tls.provider(provider(provider));
      }
    }
    return (Client4)
        with(
            Library.HTTPCLIENT4, tls, setup -> setup.manager4 = pool -> pool.dnsResolver(loopback));
  }

  private SSLContext context(Provider provider, Trust trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider);
      context.init(null, managers(trust), null);
      return context;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private TrustManager[] managers(Trust trust) {
    if (trust == Trust.JDK) {
      return certificates.trustManagers();
    }
    return new TrustManager[] {
      trust == Trust.PLAIN ? new PlainTrust(certificates) : new ChainOnlyTrust(certificates)
    };
  }
}
