package dev.reprise.spring;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.seeOther;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.update;
import static dev.reprise.spring.WithBoot.FIVE;
import static dev.reprise.spring.WithBoot.FOUR;
import static dev.reprise.spring.WithBoot.MOCKS;
import static dev.reprise.spring.WithBoot.trusting;
import static dev.reprise.spring.WithBoot.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.tls.CloseOutcome;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.client.RestClient;

/** The properties of a client, over HttpClient 5, and some over both. */
@EnabledIf("dev.reprise.spring.WithBoot#isThere")
class WithHttpClient5Test extends AgainstPeer {

  private ApplicationContextRunner runner(String... properties) {
    return runnerWithout(FOUR, properties);
  }

  private ApplicationContextRunner runnerWithout(String library, String... properties) {
    return trusting(without(library, MOCKS), stores).withPropertyValues(properties);
  }

  private static PoolingHttpClientConnectionManager manager(ApplicationContext context) {
    return part(context, PoolingHttpClientConnectionManager.class);
  }

  private static RestClient client(ApplicationContext context) {
    return RestClient.create()
        .mutate()
        .requestFactory(part(context, ClientHttpRequestFactory.class))
        .build();
  }

  private static String post(ApplicationContext context, URI uri) {
    return client(context).post().uri(uri).body("<ping/>").retrieve().body(String.class);
  }

  @Test
  void sizesOfThePool() {
    runner("reprise.pool.max-total=7", "reprise.clients.bank.pool.max-per-route=3")
        .run(
            context -> {
              assertThat(manager(context).getMaxTotal()).isEqualTo(7);
              assertThat(manager(context).getDefaultMaxPerRoute()).isEqualTo(50);
              PoolingHttpClientConnectionManager bank =
                  part(context, "bank", PoolingHttpClientConnectionManager.class);
              assertThat(bank.getMaxTotal()).isEqualTo(7);
              assertThat(bank.getDefaultMaxPerRoute()).isEqualTo(3);
            });
  }

  @Test
  void aCallWaitsForAConnectionAsLongAsIsSaid() {
    runner("reprise.pool.max-per-route=1", "reprise.pool.acquire-timeout=200ms")
        .run(
            context -> {
              ClientHttpRequestFactory requests = part(context, ClientHttpRequestFactory.class);
              try (ClientHttpResponse held =
                  requests.createRequest(peer.uri("/answer"), HttpMethod.POST).execute()) {
                assertThat(held.getStatusCode().value()).isEqualTo(200);
                assertThatThrownBy(() -> post(context, peer.uri("/answer")))
                    .hasStackTraceContaining("Timeout deadline");
              }
            });
  }

  @Test
  void aSilentResponseIsWaitedForAsLongAsIsSaid() {
    peer.wireMock().stubFor(any(urlEqualTo("/slow")).willReturn(aResponse().withFixedDelay(3_000)));
    runner("reprise.read-timeout=100ms")
        .run(
            context ->
                assertThatThrownBy(() -> post(context, peer.uri("/slow")))
                    .hasStackTraceContaining("Read timed out"));
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aSilentHandshakeIsWaitedForAsLongAsAConnectMayTake() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      runner("reprise.connect-timeout=100ms", "reprise.read-timeout=1h")
          .run(
              context ->
                  assertThatThrownBy(
                          () ->
                              post(
                                  context,
                                  URI.create("https://localhost:" + silent.getLocalPort() + "/")))
                      .hasStackTraceContaining("Read timed out"));
    }
  }

  /** HttpClient closes TCP beneath TLS, which resets connections that are not of Reprise's. */
  @Test
  void connectionsOfBootsBuilderEndInOrder() {
    runner()
        .run(
            context -> {
              WithBoot.call(WithBoot.restClient(context), peer.uri("/answer"), 3);
              assertThat(WithBoot.statistics(context).total().closes())
                  .containsEntry(CloseOutcome.ABORTED, 0L)
                  .satisfies(
                      closes ->
                          assertThat(closes.values().stream().mapToLong(Long::longValue).sum())
                              .isEqualTo(3));
            });
  }

  /** What a server has answered with a redirect it may have acted on. */
  @Test
  void theProgressOfACallThatWasRedirected() throws Exception {
    try (Socket closed = new Socket()) {
      // Bound, so that nobody else is given the port, and not listened on.
      closed.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      URI next = URI.create("https://localhost:" + closed.getLocalPort() + "/");
      peer.wireMock().stubFor(any(urlEqualTo("/moved")).willReturn(seeOther(next.toString())));
      runner()
          .run(
              context -> {
                for (RestClient client :
                    new RestClient[] {
                      WithBoot.restClient(context),
                      RestClient.builder().requestFactory(requests(context)).build()
                    }) {
                  assertThat(progressOf(client, next)).isEqualTo(RequestProgress.NOT_SENT);
                  assertThat(progressOf(client, peer.uri("/moved")))
                      .isEqualTo(RequestProgress.UNKNOWN);
                }
              });
    }
  }

  private static ClientHttpRequestFactory requests(ApplicationContext context) {
    return part(context, ClientHttpRequestFactory.class);
  }

  private static RequestProgress progressOf(RestClient client, URI uri) {
    return RequestProgress.of(
        catchThrowable(() -> client.post().uri(uri).body("<ping/>").retrieve().toBodilessEntity()));
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR, FIVE})
  void aProxyWithUserAndPassword(String absent) {
    peer.actAsProxy("user", "proxy-s3cret");
    runnerWithout(
            absent,
            "reprise.proxy.host=localhost",
            "reprise.proxy.port=" + peer.wireMock().port(),
            "reprise.proxy.username=user",
            "reprise.proxy.password=proxy-s3cret")
        .run(
            context ->
                assertThat(post(context, URI.create("http://provider.invalid:8080/any")))
                    .isEqualTo("through the proxy"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cookiesAreKeptIfWanted(boolean kept) {
    peer.wireMock()
        .stubFor(
            any(urlEqualTo("/cookie"))
                .willReturn(aResponse().withHeader("Set-Cookie", "session=1").withBody("set")));
    runner()
        .withBean(
            HttpClient5Customizer.class,
            () ->
                (client, builder) -> {
                  if (kept) {
                    builder.setDefaultCookieStore(new BasicCookieStore());
                  }
                })
        .run(
            context -> {
              post(context, peer.uri("/cookie"));
              post(context, peer.uri("/cookie"));
              peer.wireMock()
                  .verify(
                      kept ? 1 : 0,
                      postRequestedFor(urlEqualTo("/cookie"))
                          .withHeader("Cookie", equalTo("session=1")));
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {FOUR, FIVE})
  void withAClientCertificateAConnectionServesAgain(String absent) {
    try (SoapPeer strict = SoapPeer.requiringClientCertificate(stores)) {
      runnerWithout(absent, stores.key("reprise"))
          .run(
              context -> {
                call(context, strict.uri("/kept"), 3);
                assertThat(WithBoot.statistics(context).total().full()).isEqualTo(1);
                assertThat(WithBoot.statistics(context).total().resumed()).isZero();
              });
    }
  }

  @Test
  void theServerClosesFirst() {
    runner()
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::patient)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 3);
              assertThat(WithBoot.statistics(context).peers().values())
                  .singleElement()
                  .satisfies(
                      each ->
                          assertThat(each.closes().get(dev.reprise.tls.CloseOutcome.CLOSE_NOTIFY))
                              .isEqualTo(3));
            });
  }

  @Test
  void aBundleThatChangesCountsAtOnce() {
    without(FOUR, MOCKS)
        .withPropertyValues("reprise.ssl.bundle=partner")
        .withBean(
            SslBundleRegistrar.class,
            () -> all -> all.registerBundle("partner", Stores.bundle(Stores.ca().certificatePem())))
        .run(
            context -> {
              call(context, peer.uri("/kept"), 2);
              assertThat(manager(context).getTotalStats().getAvailable()).isEqualTo(1);
              update(context, Stores.bundle(Stores.client().certificatePem()));
              assertThat(manager(context).getTotalStats().getAvailable()).isZero();
              assertThatThrownBy(() -> call(context, peer.uri("/kept"), 1))
                  .hasMessageContaining("PKIX");
            });
  }

  @Test
  void endpointAndMeters() {
    runner("management.endpoints.web.exposure.include=reprise")
        .run(
            context -> {
              call(context, peer.uri("/kept"), 2);
              Map<String, Object> told =
                  ReflectionTestUtils.invokeMethod(
                      context.getBean("repriseEndpoint"), "client", "default");
              assertThat(told)
                  .containsEntry("httpClient", "httpclient5")
                  .extractingByKey("pool")
                  .hasToString("{available=1, leased=0, max=100, maxPerRoute=50, pending=0}");
              SimpleMeterRegistry meters = new SimpleMeterRegistry();
              context.getBeansOfType(MeterBinder.class).values().forEach(b -> b.bindTo(meters));
              assertThat(
                      meters
                          .get("httpcomponents.httpclient.pool.total.connections")
                          .tags("httpclient", "default", "state", "available")
                          .gauge()
                          .value())
                  .isEqualTo(1);
              manager(context).closeIdle(TimeValue.ZERO_MILLISECONDS);
            });
  }

  @Test
  void aCustomizerHasTheLastWord() {
    runner()
        .withBean(
            HttpClient5Customizer.class,
            () -> (client, builder) -> builder.setUserAgent("of " + client))
        .run(
            context -> {
              post(context, peer.uri("/answer"));
              peer.wireMock()
                  .verify(
                      postRequestedFor(urlEqualTo("/answer"))
                          .withHeader("User-Agent", equalTo("of default")));
            });
  }
}
