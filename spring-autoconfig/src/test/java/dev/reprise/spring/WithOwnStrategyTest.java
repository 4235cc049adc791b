package dev.reprise.spring;

import static dev.reprise.spring.WithBoot.MOCKS;
import static dev.reprise.spring.WithBoot.callByWebClient;
import static dev.reprise.spring.WithBoot.restClient;
import static dev.reprise.spring.WithBoot.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.http.client.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.autoconfigure.http.client.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * A TLS strategy of the application's own for HttpClient 5, which refuses a server that the JVM and
 * the bundle trust, is asked, as it is without Reprise.
 */
@EnabledIf("dev.reprise.spring.WithBoot#isThere")
public class WithOwnStrategyTest extends AgainstPeer {

  private final AtomicInteger asked = new AtomicInteger();

  enum Client {
    REST_CLIENT {
      @Override
      void call(ApplicationContext context, URI uri) {
        WithBoot.call(restClient(context), uri, 1);
      }
    },
    WEB_CLIENT {
      @Override
      void call(ApplicationContext context, URI uri) {
        callByWebClient(context, uri, 1);
      }
    };

    abstract void call(ApplicationContext context, URI uri);
  }

  enum Way {
    FACTORY(test -> new Pinned(test, true, Ordered.LOWEST_PRECEDENCE)),
    FACTORY_OF_THE_HIGHEST_ORDER(test -> new Pinned(test, true, Ordered.HIGHEST_PRECEDENCE)),
    FACTORY_BEFORE_ALL(test -> new PinnedBeforeAll(test, true)),
    MANAGER(test -> new Pinned(test, false, Ordered.LOWEST_PRECEDENCE)),
    MANAGER_OF_THE_HIGHEST_ORDER(test -> new Pinned(test, false, Ordered.HIGHEST_PRECEDENCE)),
    MANAGER_BEFORE_ALL(test -> new PinnedBeforeAll(test, false));

    private final Function<WithOwnStrategyTest, Pinned> customizer;

    Way(Function<WithOwnStrategyTest, Pinned> customizer) {
      this.customizer = customizer;
    }
  }

  static Stream<Arguments> everyWay() {
    return Stream.of(false, true)
        .flatMap(
            enabled ->
                Stream.of(Client.values())
                    .flatMap(
                        client ->
                            Stream.of(Way.values())
                                .map(way -> Arguments.of(enabled, client, way))));
  }

  private ApplicationContextRunner runner(boolean enabled) {
    return without(MOCKS)
        .withSystemProperties(
            "javax.net.ssl.trustStore=" + stores.trust(),
            "javax.net.ssl.trustStorePassword=" + Stores.PASSWORD)
        .withPropertyValues(
            "reprise.enabled=" + enabled,
            "spring.http.reactiveclient.connector=http-components",
            "spring.http.client.ssl.bundle=partner",
            "spring.http.reactiveclient.ssl.bundle=partner")
        .withPropertyValues(stores.bundle());
  }

  private void assertIsAsked(Runnable call) {
    assertThatThrownBy(call::run).hasStackTraceContaining("SSLPeerUnverifiedException");
    assertThat(asked).hasPositiveValue();
    assertThat(peer.wireMock().getAllServeEvents()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyWay")
  void whereACustomizerGivesIt(boolean enabled, Client client, Way way) {
    runner(enabled)
        .withBean(Pinned.class, () -> way.customizer.apply(this))
        .run(context -> assertIsAsked(() -> client.call(context, peer.uri("/answer"))));
  }

  static class Pinned
      implements ClientHttpRequestFactoryBuilderCustomizer<
              HttpComponentsClientHttpRequestFactoryBuilder>,
          ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder>,
          Ordered {

    private final DefaultClientTlsStrategy strategy;
    private final boolean byFactory;
    private final int order;

    Pinned(WithOwnStrategyTest test, boolean byFactory, int order) {
      this.strategy =
          new DefaultClientTlsStrategy(
              trusting(test.stores),
              (host, session) -> {
                test.asked.incrementAndGet();
                return false;
              });
      this.byFactory = byFactory;
      this.order = order;
    }

    @Override
    public int getOrder() {
      return order;
    }

    private static SSLContext trusting(Stores stores) {
      try {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, stores.trustManagers(), null);
        return context;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public HttpComponentsClientHttpRequestFactoryBuilder customize(
        HttpComponentsClientHttpRequestFactoryBuilder builder) {
      return byFactory
          ? builder.withTlsSocketStrategyFactory(bundle -> strategy)
          : builder.withConnectionManagerCustomizer(
              manager -> manager.setTlsSocketStrategy(strategy));
    }

    @Override
    public HttpComponentsClientHttpConnectorBuilder customize(
        HttpComponentsClientHttpConnectorBuilder builder) {
      return byFactory
          ? builder.withTlsSocketStrategyFactory(bundle -> strategy)
          : builder.withConnectionManagerCustomizer(manager -> manager.setTlsStrategy(strategy));
    }
  }

  static final class PinnedBeforeAll extends Pinned implements PriorityOrdered {
    PinnedBeforeAll(WithOwnStrategyTest test, boolean byFactory) {
      super(test, byFactory, Ordered.HIGHEST_PRECEDENCE);
    }
  }
}
