package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.lazy;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsStatistics;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.ws.client.WebServiceClientException;

/** Calls of a WebServiceTemplate from Boot's builder to a provider that closes each connection. */
class CallTest extends AgainstPeer {

  private static PeerStatistics total(ApplicationContext context) {
    return context.getBean(TlsStatistics.class).total();
  }

  private static int leased(ApplicationContext context) {
    return part(context, ResumingConnectionManager.class).getTotalStats().getLeased();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void everyHandshakeAfterTheFirstIsResumed(String protocol) {
    trusting(stores.trust())
        .withPropertyValues("reprise.ssl.enabled-protocols=" + protocol)
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::patient)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 5);
              assertThat(total(context).full()).isEqualTo(1);
              assertThat(total(context).resumed()).isEqualTo(4);
              assertThat(total(context).closes()).containsEntry(CloseOutcome.CLOSE_NOTIFY, 5L);
            });
  }

  @Test
  void mutualTlsIsResumedToo() {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      trusting(stores.trust())
          .withPropertyValues(stores.key("reprise"))
          .run(
              context -> {
                call(context, strict.uri("/answer"), 3);
                assertThat(total(context).full()).isEqualTo(1);
                assertThat(total(context).resumed()).isEqualTo(2);
              });
    }
  }

  @Test
  void aKeptConnectionIsReused() {
    trusting(stores.trust())
        .run(
            context -> {
              call(context, peer.uri("/kept"), 4);
              assertThat(total(context).full()).isEqualTo(1);
              assertThat(total(context).resumed()).isZero();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fault", "/missing", "/accepted"})
  void connectionsComeBackAfterOtherAnswers(String path) {
    trusting(stores.trust())
        .run(
            context -> {
              for (int i = 0; i < 3; i++) {
                try {
                  call(context, peer.uri(path), 1);
                } catch (WebServiceClientException | AssertionError expected) {
                  assertThat(leased(context)).isZero();
                }
              }
              assertThat(total(context).full()).isEqualTo(1);
              assertThat(total(context).resumed()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void connectionsComeBackAfterFaults(Fault fault) {
    peer.wireMock()
        .stubFor(WireMock.post("/broken").willReturn(WireMock.aResponse().withFault(fault)));
    trusting(stores.trust())
        .run(
            context -> {
              assertThatThrownBy(() -> call(context, peer.uri("/broken"), 1))
                  .isInstanceOf(WebServiceClientException.class);
              assertThat(leased(context)).isZero();
            });
  }

  @Test
  void theSocketFactoryBeanServesOtherClientsWithTheSameSessions() {
    trusting(stores.trust())
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              URL url = peer.uri("/answer").toURL();
              HttpsURLConnection connection =
                  (HttpsURLConnection) url.openConnection(Proxy.NO_PROXY);
              connection.setSSLSocketFactory(part(context, ResumingSslSocketFactory.class));
              connection.setDoOutput(true);
              try (OutputStream body = connection.getOutputStream()) {
                body.write("<ping/>".getBytes(StandardCharsets.UTF_8));
              }
              assertThat(connection.getResponseCode()).isEqualTo(HttpURLConnection.HTTP_OK);
              connection.getInputStream().readAllBytes();
              assertThat(total(context).full()).isEqualTo(1);
              assertThat(total(context).resumed()).isEqualTo(1);
            });
  }

  @Test
  void aCallThatIsAnnouncedFindsItsConnection() {
    trusting(stores.trust())
        .withPropertyValues("reprise.preconnect.max-per-peer=1", "reprise.proxy.host=")
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::patient)
        .run(
            context -> {
              RepriseClient client = context.getBean(RepriseClients.class).get("default");
              assertThat(client.prepare(peer.uri("/answer")).toCompletableFuture().get())
                  .isEqualTo(Preparation.OPENED);
              // While it takes its tickets in, it is passed over.
              ResumingSslSocketFactory sockets = client.socketFactory();
              Contexts.awaitPreconnections(sockets, 1);
              call(context, peer.uri("/answer"), 1);
              assertThat(total(context).preconnections())
                  .containsEntry(PreconnectionOutcome.USED, 1L);
              assertThatThrownBy(() -> client.prepare(URI.create("http://me:secret@bank.example/")))
                  .hasMessageContaining("is not an https URL with a host")
                  .hasMessageNotContaining("secret");
            });
  }

  private static void ready(ConfigurableApplicationContext context) {
    context.publishEvent(
        new ApplicationReadyEvent(new SpringApplication(), new String[0], context, Duration.ZERO));
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aConnectionIsOpenedAtTheStartForItsOwnClientAlone(CapturedOutput output) {
    SoapPeer closed = SoapPeer.start(stores);
    String nobody = "127.0.0.1:" + closed.uri("/").getPort();
    closed.close();
    trusting(stores.trust())
        .withPropertyValues(
            "reprise.preconnect.max-per-peer=1",
            "reprise.preconnect.at-start=https://no-such-host.invalid,https://"
                + nobody
                + ","
                + peer.uri("/"),
            "reprise.clients.bank.read-timeout=3s")
        .run(
            context -> {
              ready(context);
              RepriseClients clients = context.getBean(RepriseClients.class);
              await().until(() -> clients.get("default").statistics().total().full() == 1);
              assertThat(clients.get("bank").properties().getPreconnect().getAtStart()).isEmpty();
              assertThat(clients.get("bank").socketFactory().readyPreconnections()).isZero();
              String told = "Client default: a connection to %s, prepared at the start: %s";
              await()
                  .untilAsserted(
                      () ->
                          assertThat(output)
                              .contains(String.format(told, peer.uri("").getAuthority(), "OPENED"))
                              .contains(String.format(told, nobody, "FAILED, java.net.ConnectEx")));
            });
  }

  /** Such a bean fails the first call, and not the start. */
  @Test
  void noCustomizerIsMadeAtTheStart() {
    lazy(trusting(stores.trust()))
        .withBean(
            HttpClientCustomizer.class,
            () -> {
              throw new IllegalStateException("This bean cannot be made");
            })
        .withPropertyValues(
            "reprise.preconnect.max-per-peer=1", "reprise.preconnect.at-start=" + peer.uri("/"))
        .run(
            context -> {
              ready(context);
              RepriseClient client = context.getBean(RepriseClients.class).get("default");
              await().until(() -> client.statistics().total().full() == 1);
            });
  }

  @Test
  void aClosedApplicationKeepsNoPreconnection() {
    trusting(stores.trust())
        .withPropertyValues("reprise.preconnect.max-per-peer=1")
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::longLived)
        .run(
            context -> {
              ResumingSslSocketFactory sockets =
                  context.getBean(RepriseClient.class).sslContext().socketFactory();
              Peer there = Peer.of(peer.uri("/").getHost(), peer.uri("/").getPort());
              assertThat(sockets.prepare(there).toCompletableFuture().get())
                  .isEqualTo(Preparation.OPENED);
              Contexts.awaitPreconnections(sockets, 1);
              context.close();
              assertThat(sockets.readyPreconnections()).isZero();
            });
  }

  /** The connection would go past it. */
  @Test
  void nothingIsPreparedPastAProxy() {
    trusting(stores.trust())
        .withPropertyValues(
            "reprise.preconnect.max-per-peer=1",
            "reprise.proxy.host=proxy.example",
            "reprise.proxy.port=3128")
        .run(
            context ->
                assertThat(
                        context
                            .getBean(RepriseClients.class)
                            .get("default")
                            .prepare(peer.uri("/answer")))
                    .isCompletedWithValue(Preparation.OFF));
  }
}
