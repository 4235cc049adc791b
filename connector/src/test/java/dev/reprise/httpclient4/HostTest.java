package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.PlainTrust;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.util.EntityUtils;
import org.bouncycastle.tls.TlsFatalAlert;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which certificates are accepted for which host: whatever stock HttpClient refuses is refused. */
class HostTest {

  /** How the trust comes into the settings, and what of it verifies the host by itself. */
  private enum Trust {
    JDK,
    PLAIN,
    EXTENDED_FOR_THE_CHAIN,
    SUPPLIER
  }

  @RegisterExtension final Callers callers = new Callers();

  private final Certificates certificates = callers.certificates();
  private final DnsResolver loopback =
      host -> new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};

  static Stream<Arguments> trusts() {
    List<Arguments> all = new ArrayList<>();
    for (String provider : new String[] {"JSSE", "Conscrypt", "BCJSSE"}) {
      for (Trust trust : Trust.values()) {
        for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
          all.add(Arguments.of(provider, trust, protocol));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("trusts")
  void anotherHostsCertificateIsRefusedHoweverTheTrustIsGiven(
      String provider, Trust trust, String protocol) throws Exception {
    TlsPeer peer = peer(certificates.serverOf("other.example"), protocol);
    CloseableHttpClient stock = stock(provider, trust);
    CloseableHttpClient reprise = reprise(provider, trust);
    for (int i = 0; i < 3; i++) {
      assertThat(isAccepted(stock, peer, "bank.example")).isFalse();
      assertThat(isAccepted(reprise, peer, "bank.example")).isFalse();
    }
    assertThat(peer.requests()).isZero();
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("trusts")
  void theHostsOwnCertificateIsAccepted(String provider, Trust trust, String protocol)
      throws Exception {
    TlsPeer peer = peer(certificates.serverOf("bank.example"), protocol);
    CloseableHttpClient stock = stock(provider, trust);
    CloseableHttpClient reprise = reprise(provider, trust);
    for (int i = 0; i < 3; i++) {
      if (!isUnknownToTheJdk(provider, trust, protocol)) {
        assertThat(isAccepted(stock, peer, "bank.example")).isTrue();
      }
      assertThat(isAccepted(reprise, peer, "bank.example")).isTrue();
    }
  }

  /** Conscrypt's authentication type of TLS 1.3, which Reprise translates. */
  private static boolean isUnknownToTheJdk(String provider, Trust trust, String protocol) {
    return provider.equals("Conscrypt") && trust == Trust.JDK && protocol.equals("TLSv1.3");
  }

  static Stream<Arguments> names() {
    List<Arguments> all = new ArrayList<>();
    for (String[] pair :
        new String[][] {
          {"bank.example.com", "bank.example.com"},
          {"bank.example.com", "BANK.Example.COM"},
          {"localhost", "localhost."},
          {"*.example.com", "bank.example.com"},
          {"*.example.com", "a.bank.example.com"},
          {"*.example.com", "example.com"},
          {"*.com", "example.com"},
          {"*.co.uk", "bank.co.uk"},
          {"bank.example.com.evil.com", "bank.example.com"},
          {"127.0.0.1", "127.0.0.1"},
          {"127.0.0.2", "127.0.0.1"},
          {"localhost", "127.0.0.1"},
          {"300.0.0.1.example", "300.0.0.1"},
          {"CN=300.0.0.1", "300.0.0.1"},
          {"::1", "[::1]"},
          {"::1", "[0:0:0:0:0:0:0:1]"},
          {"::2", "[::1]"},
          {"xn--bcher-kva.example", "xn--bcher-kva.example"},
          {"xn--bcher-kva.example", "bucher.example"},
          {"my_bank.example.com", "my_bank.example.com"},
          {"*.example.com", "my_bank.example.com"},
          {"other.example.com", "my_bank.example.com"},
          {"-bank-.example.com", "-bank-.example.com"},
          {"CN=my_bank.example.com", "my_bank.example.com"},
          {"CN=bank.example.com", "bank.example.com"},
          {"CN=other.example.com", "bank.example.com"},
          {"CN=bank.example.com,other.example.com", "bank.example.com"},
        }) {
      all.add(Arguments.of("JSSE", Trust.JDK, pair[0], pair[1]));
      all.add(Arguments.of("JSSE", Trust.EXTENDED_FOR_THE_CHAIN, pair[0], pair[1]));
      all.add(Arguments.of("Conscrypt", Trust.PLAIN, pair[0], pair[1]));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0} {1}: {2} for {3}")
  @MethodSource("names")
  void aNameMatchesWhereItDoesForStock(String provider, Trust trust, String name, String host)
      throws Exception {
    TlsPeer peer = peer(certificateOf(name), "TLSv1.3");
    CloseableHttpClient stock = stock(provider, trust);
    CloseableHttpClient reprise = reprise(provider, trust);
    assertThat(isAccepted(reprise, peer, host))
        .as("accepted by Reprise, and by stock")
        .isEqualTo(isAccepted(stock, peer, host));
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
    return callers.peerOf(certificates, certificate, protocol);
  }

  private static boolean isAccepted(CloseableHttpClient client, TlsPeer peer, String host)
      throws IOException {
    try {
      String body =
          client.execute(
              new HttpGet("https://" + host + ":" + peer.port() + "/"),
              response -> EntityUtils.toString(response.getEntity()));
      assertThat(body).isEqualTo(TlsPeer.BODY);
      return true;
    } catch (SSLException | TlsFatalAlert e) {
      return false;
    }
  }

  private CloseableHttpClient stock(String provider, Trust trust) throws Exception {
    return client(
        new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register(
                    "https",
                    new SSLConnectionSocketFactory(context(Callers.provider(provider), trust)))
                .build(),
            loopback));
  }

  private CloseableHttpClient reprise(String provider, Trust trust) throws Exception {
    TlsSettings.Builder tls = TlsSettings.builder();
    switch (trust) {
      case SUPPLIER:
        tls.sslContext(() -> context(Callers.provider(provider), trust));
        break;
      default:
        tls.trustManagers(managers(trust));
        if (!provider.equals("JSSE")) {
          tls.provider(Callers.provider(provider));
        }
    }
    return client(
        ResumingConnectionManager.builder().tls(tls.build()).dnsResolver(loopback).build());
  }

  private CloseableHttpClient client(HttpClientConnectionManager manager) {
    return callers.closing(
        HttpClients.custom().setConnectionManager(manager).disableAutomaticRetries().build());
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
    switch (trust) {
      case JDK:
        return certificates.trustManagers();
      case PLAIN:
        return new TrustManager[] {new PlainTrust(certificates)};
      default:
        return new TrustManager[] {new ChainOnlyTrust(certificates)};
    }
  }
}
