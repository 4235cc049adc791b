package dev.reprise.spring;

import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.tls.Handshake;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsStatistics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.httpcomponents.PoolingHttpClientConnectionManagerMetricsBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.X509TrustManager;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** What Micrometer is told. */
class MetricsTest extends AgainstPeer {

  private ApplicationContextRunner measured() {
    return trusting(stores.trust())
        .withConfiguration(
            AutoConfigurations.of(
                MetricsAutoConfiguration.class,
                CompositeMeterRegistryAutoConfiguration.class,
                SimpleMetricsExportAutoConfiguration.class));
  }

  private static MeterRegistry registry(ApplicationContext context) {
    return context.getBean(MeterRegistry.class);
  }

  /** The count, or what a gauge shows. */
  private static double value(ApplicationContext context, String name, String... tags) {
    return registry(context).get(name).tags(tags).meter().measure().iterator().next().getValue();
  }

  private String peerTag() {
    return "localhost:" + peer.uri("/").getPort();
  }

  @Test
  void handshakesByPeerProtocolOutcomeAndCause() {
    measured()
        .run(
            context -> {
              call(context, peer.uri("/answer"), 3);
              Timer full =
                  registry(context)
                      .get("reprise.tls.handshakes")
                      .tags("client", "default", "peer", peerTag(), "protocol", "TLSv1.3")
                      .tags("outcome", "full", "cause", "first")
                      .timer();
              assertThat(full.count()).isEqualTo(1);
              assertThat(full.totalTime(TimeUnit.NANOSECONDS)).isPositive();
              assertThat(
                      value(
                          context, "reprise.tls.handshakes", "outcome", "resumed", "cause", "none"))
                  .isEqualTo(2);
            });
  }

  @Test
  void allThatAreRegisteredAreInTheTable() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "spring-boot.md"));
    measured()
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              assertThat(registry(context).getMeters())
                  .extracting(meter -> meter.getId().getName())
                  .filteredOn(name -> name.startsWith("reprise."))
                  .contains("reprise.tls.lane.creations")
                  .allMatch(name -> page.contains("`" + name + "`"));
              // It counts when it ends, so that the sum is that of requests.
              assertThat(registry(context).find("reprise.tls.preconnection.learned").meters())
                  .isNotEmpty()
                  .noneMatch(meter -> "opened".equals(meter.getId().getTag("outcome")));
            });
  }

  @Test
  void failedHandshakesWithTheirCause() {
    Contexts.runner()
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
        .run(
            context -> {
              assertThatThrownBy(() -> call(context, peer.uri("/answer"), 1))
                  .hasMessageContaining("PKIX");
              assertThat(
                      value(
                          context,
                          "reprise.tls.handshakes",
                          "outcome",
                          "failed",
                          "cause",
                          "certificate",
                          "protocol",
                          "none"))
                  .isEqualTo(1);
            });
  }

  /** Such as two exceptions that are each other's cause. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aFailureWhoseCausesComeBackToThemselvesIsCounted() {
    RuntimeException cause = new IllegalStateException("by the test");
    cause.initCause(new IllegalStateException(cause));
    X509TrustManager throwing =
        (X509TrustManager)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {X509TrustManager.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getAcceptedIssuers")) {
                    return new X509Certificate[0];
                  }
                  throw cause;
                });
    TlsSettingsCustomizer customizer = (client, settings) -> settings.trustManagers(throwing);
    measured()
        .withBean(TlsSettingsCustomizer.class, () -> customizer)
        .run(
            context -> {
              assertThatThrownBy(() -> call(context, peer.uri("/answer"), 1))
                  .hasMessageContaining("by the test");
              assertThat(value(context, "reprise.tls.handshakes", "cause", "tls")).isEqualTo(1);
            });
  }

  @Test
  void connectionsThatCouldNotBeMade() {
    URI nobody = peer.uri("/answer");
    String tag = peerTag();
    peer.close();
    measured()
        .run(
            context -> {
              assertThatThrownBy(() -> call(context, nobody, 1)).hasMessageContaining("refused");
              assertThat(
                      value(
                          context,
                          "reprise.tls.connect.failures",
                          "client",
                          "default",
                          "peer",
                          tag,
                          "cause",
                          "refused"))
                  .isPositive();
            });
  }

  @Test
  void metersOfTheApplicationTakeThePlaceOfOurs() {
    measured()
        .withBean("repriseMeters", MeterBinder.class, () -> registry -> {})
        .run(context -> assertThat(registry(context).find("reprise.tls.lanes").gauges()).isEmpty());
  }

  @Test
  void closesByOutcome() {
    measured()
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::patient)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 3);
              assertThat(
                      value(
                          context,
                          "reprise.tls.closes",
                          "client",
                          "default",
                          "peer",
                          peerTag(),
                          "outcome",
                          "close_notify"))
                  .isEqualTo(3);
            });
  }

  @Test
  void refusedOffers() {
    measured()
        .run(
            context -> {
              call(context, peer.uri("/answer"), 5);
              assertThat(registry(context).find("reprise.tls.reduced.hello.refusals").counters())
                  .as("at 0 before anything happens")
                  .singleElement()
                  .extracting(Counter::count)
                  .isEqualTo(0.0);
              peer = peer.restarted(stores);
              call(context, peer.uri("/answer"), 1);
              assertThat(
                      value(
                          context,
                          "reprise.tls.reduced.hello.refusals",
                          "client",
                          "default",
                          "peer",
                          peerTag()))
                  .isEqualTo(1);
            });
  }

  @Test
  void preconnectionsByOutcome() {
    measured()
        .withPropertyValues("reprise.preconnect.max-per-peer=2")
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::longLived)
        .run(
            context -> {
              Gauge ready = registry(context).get("reprise.tls.preconnections").gauge();
              assertThat(ready.getId().getTag("client")).isEqualTo("default");
              Contexts.callUntil(context, peer.uri("/answer"), () -> ready.value() > 0);
              // One that reads its ticket is passed over.
              TlsStatistics statistics = context.getBean(TlsStatistics.class);
              Contexts.callUntil(
                  context,
                  peer.uri("/answer"),
                  () -> statistics.total().preconnections().get(PreconnectionOutcome.USED) > 0);
              assertThat(preconnections(context, "openings")).isPositive();
              assertThat(preconnections(context, "ends", "outcome", "used")).isPositive();
              part(context, ResumingSslSocketFactory.class).closePreconnections();
              assertThat(ready.value()).isZero();
            });
  }

  private double preconnections(ApplicationContext context, String what, String... tags) {
    return registry(context)
        .get("reprise.tls.preconnection." + what)
        .tags("client", "default", "peer", peerTag())
        .tags(tags)
        .counter()
        .count();
  }

  @Test
  void peersPastTheLimitShareATag() {
    int port = peer.uri("/").getPort();
    peer.close();
    measured()
        .run(
            context -> {
              for (int i = 1; i <= 102; i++) {
                URI uri = URI.create("https://127.0.0." + i + ":" + port);
                assertThatThrownBy(() -> call(context, uri, 1)).hasMessageContaining("refused");
              }
              assertThat(registry(context).get("reprise.tls.connect.failures").counters())
                  .extracting(counter -> counter.getId().getTag("peer"))
                  .hasSize(102)
                  .contains("none", "127.0.0.100:" + port, "other")
                  .doesNotContain("127.0.0.101:" + port);
            });
  }

  @Test
  void lanesOfEveryClient() {
    measured()
        .withPropertyValues("reprise.clients.bank.session-timeout=1h")
        .run(
            context -> {
              call(context, peer.uri("/answer"), 2);
              assertThat(lanes(context, "default", "free")).isEqualTo(1);
              assertThat(lanes(context, "default", "leased")).isZero();
              assertThat(lanes(context, "bank", "free")).isZero();
              assertThat(value(context, "reprise.tls.lane.creations", "client", "default"))
                  .isEqualTo(1);
              assertThat(value(context, "reprise.tls.lane.drops", "client", "default")).isZero();
            });
  }

  private static double lanes(ApplicationContext context, String client, String state) {
    return value(context, "reprise.tls.lanes", "client", client, "state", state);
  }

  @Test
  void poolFiguresAreNamedAsMicrometersOwn() {
    SimpleMeterRegistry micrometers = new SimpleMeterRegistry();
    try (PoolingHttpClientConnectionManager manager = new PoolingHttpClientConnectionManager()) {
      bindMicrometersOwn(manager, micrometers);
    }
    measured()
        .withPropertyValues("reprise.pool.max-total=7", "reprise.clients.bank.pool.max-total=3")
        .run(
            context -> {
              call(context, peer.uri("/kept"), 1);
              part(context, "bank", HttpClient.class);
              assertThat(shapes(registry(context))).containsAll(shapes(micrometers));
              assertThat(pool(context, "total.max", "default").value()).isEqualTo(7);
              assertThat(pool(context, "total.max", "bank").value()).isEqualTo(3);
              assertThat(
                      value(
                          context,
                          "httpcomponents.httpclient.pool.total.connections",
                          "httpclient",
                          "default",
                          "state",
                          "available"))
                  .isEqualTo(1);
            });
  }

  @SuppressWarnings("deprecation")
  private static void bindMicrometersOwn(
      PoolingHttpClientConnectionManager manager, MeterRegistry registry) {
    new PoolingHttpClientConnectionManagerMetricsBinder(manager, "any").bindTo(registry);
  }

  private static Gauge pool(ApplicationContext context, String name, String client) {
    return registry(context)
        .get("httpcomponents.httpclient.pool." + name)
        .tag("httpclient", client)
        .gauge();
  }

  /** Name, unless it is another's, with tag keys and states. */
  private static Set<String> shapes(MeterRegistry registry) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .filter(id -> id.getName().startsWith("httpcomponents."))
        .map(
            id ->
                id.getName()
                    + id.getTags().stream().map(Tag::getKey).collect(Collectors.toList())
                    + id.getTag("state"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyClientHasItsName() {
    measured()
        .withPropertyValues("reprise.clients.bank.session-timeout=1h")
        .run(
            context -> {
              new RestTemplate(part(context, "bank", ClientHttpRequestFactory.class))
                  .postForObject(peer.uri("/answer"), "<ping/>", String.class);
              assertThat(registry(context).get("reprise.tls.handshakes").timers())
                  .extracting(timer -> timer.getId().getTag("client"))
                  .containsExactly("bank");
            });
  }

  @Test
  void aListenerMayNeedTheRegistry() {
    measured()
        .withBean(NeedsRegistry.class)
        .run(
            context -> {
              call(context, peer.uri("/answer"), 1);
              assertThat(registry(context).get("mine").counter().count()).isEqualTo(1);
            });
  }

  record NeedsRegistry(MeterRegistry registry) implements TlsListener {
    @Override
    public void handshakeCompleted(Handshake event) {
      registry.counter("mine").increment();
    }
  }

  @Test
  void withoutMicrometerOrActuatorAllElseIsThere() {
    for (String missing : List.of("io.micrometer", "org.springframework.boot.actuate")) {
      trusting(stores.trust())
          .withClassLoader(new FilteredClassLoader(missing))
          .run(
              context -> {
                assertThat(context).hasNotFailed();
                call(context, peer.uri("/answer"), 1);
              });
    }
  }
}
