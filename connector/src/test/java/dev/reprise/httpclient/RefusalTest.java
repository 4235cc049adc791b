package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that cannot prove who it is is refused, also where a session or a connection with it is
 * known.
 */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#withProtocols")
class RefusalTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  String protocol;

  private final Certificates strangers = new Certificates();

  private enum Flaw {
    WRONG_NAME,
    UNKNOWN_AUTHORITY,
    EXPIRED
  }

  private TlsPeer flawed(Flaw flaw) throws Exception {
    Certificates authority = flaw == Flaw.UNKNOWN_AUTHORITY ? strangers : clients.certificates();
    HeldCertificate certificate =
        flaw == Flaw.WRONG_NAME
            ? authority.serverOf("other.example")
            : flaw == Flaw.EXPIRED ? authority.expired() : authority.server();
    return clients.peerOf(authority, certificate, protocol);
  }

  private static void assertRefused(Client client, String url) {
    Throwable failure = catchThrowable(() -> client.post(url, "<a/>"));
    assertThat(failure).isInstanceOf(SSLHandshakeException.class);
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
  }

  @ParameterizedTest
  @EnumSource
  void atTheFirstCallAndInPlaceOfAKnownServer(Flaw flaw) throws Exception {
    TlsPeer good = clients.peer(protocol);
    TlsPeer bad = flawed(flaw);
    HttpProxy proxy = clients.proxy();
    Client client = clients.with(library, setup -> setup.proxy = proxy.port());
    assertRefused(client, bad.url());

    client.post(good.url(), "<a/>");
    client.post(good.url(), "<a/>");
    assertThat(client.statistics.total().resumed()).isEqualTo(1);

    proxy.divertTo(bad.port());
    assertRefused(client, good.url());
    assertRefused(client, good.url());
    assertThat(bad.requests()).isZero();

    proxy.divertTo(good.port());
    assertThat(client.post(good.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(client.statistics.total().failed()).isEqualTo(3);
  }

  /** A connection that is kept alive serves on, and is no way round the checks of a new one. */
  @ParameterizedTest
  @EnumSource
  void inPlaceOfAKeptConnection(Flaw flaw) throws Exception {
    TlsPeer peer = clients.peer(protocol).misbehave(Fault.KEEP_ALIVE);
    TlsPeer impostor = flawed(flaw).misbehave(Fault.KEEP_ALIVE);
    RecordingProxy proxy = clients.closing(new RecordingProxy(peer.port()));
    Client client = clients.with(library, setup -> {});
    client.get(proxy.url());
    proxy.forwardTo(impostor.port());
    assertThat(client.get(proxy.url())).isEqualTo(TlsPeer.BODY);
    assertThat(proxy.connections()).hasSize(1);
    client.closeIdle();
    assertRefused(client, proxy.url());
    assertRefused(client, proxy.url());
    assertThat(client.available()).isZero();
    assertThat(impostor.requests()).isZero();
  }

  /** The certificate is good for localhost alone. */
  @Test
  void underAnotherNameThanThatOfAKeptConnection() throws Exception {
    TlsPeer peer =
        clients
            .peerOf(clients.certificates(), clients.certificates().serverOf("localhost"), protocol)
            .misbehave(Fault.KEEP_ALIVE);
    Client client = clients.with(library, setup -> {});
    client.get(peer.url());
    assertThat(client.available()).isEqualTo(1);
    assertRefused(client, peer.url().replace("localhost", "127.0.0.1"));
    assertThat(client.get(peer.url())).isEqualTo(TlsPeer.BODY);
    assertThat(peer.requests()).isEqualTo(2);
  }

  /**
   * HttpClient repeats what fails by an IOException, unless it is one of TLS, as BCJSSE's is not.
   */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt", "BCJSSE"})
  void onceThoughHttpClientRepeatsWhatFailed(String provider) throws Exception {
    TlsPeer peer = flawed(Flaw.WRONG_NAME);
    TlsSettings.Builder tls = clients.trusting().provider(Clients.provider(provider));
    Client client = clients.with(library, tls, setup -> setup.repeating = true);
    assertThat(catchThrowable(() -> client.get(peer.url()))).isInstanceOf(SSLException.class);
    assertThat(peer.connections()).isEqualTo(1);
  }
}
