package dev.reprise.spring.tls;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import java.util.List;
import java.util.Map;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.util.ClassUtils;

/**
 * What a native image has to keep: properties that are bound by hand, TLS providers, and what
 * Spring 7's service groups and Boot's builders of HTTP clients are configured by.
 */
final class RepriseRuntimeHints implements RuntimeHintsRegistrar {

  private static final String GROUPS = "org.springframework.web.service.registry.HttpServiceGroup";
  private static final String CONFIGURER =
      "org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer";

  private static final String HTTP = "org.springframework.boot.http.client.";
  private static final String BUILDER = "ClientHttpRequestFactoryBuilder";
  private static final String STRATEGIES =
      HTTP + "HttpComponentsHttpClientBuilder$TlsSocketStrategyFactory";

  /** HttpClient's builders, and where each has its TLS strategy. */
  private static final Map<String, String> MANAGERS =
      Map.of(
          "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder",
          "tlsSocketStrategy",
          "org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder",
          "tlsStrategy");

  private static final List<String> CUSTOMIZERS =
      List.of("org.springframework.boot.autoconfigure.http.client.", HTTP + "autoconfigure.");

  @Override
  public void registerHints(RuntimeHints hints, ClassLoader loader) {
    BindableRuntimeHintsRegistrar.forTypes(RepriseProperties.class, ClientProperties.class)
        .registerHints(hints, loader);
    for (String proxied : List.of(CONFIGURER, GROUPS + "Configurer$ClientCallback")) {
      if (ClassUtils.isPresent(proxied, loader)) {
        hints.proxies().registerJdkProxy(TypeReference.of(proxied));
      }
    }
    for (String home : CUSTOMIZERS) {
      for (String type : List.of(BUILDER, "reactive.ClientHttpConnectorBuilder")) {
        String proxied = home + type + "Customizer";
        if (ClassUtils.isPresent(proxied, loader)) {
          for (Class<?> order : List.of(Ordered.class, PriorityOrdered.class)) {
            hints.proxies().registerJdkProxy(TypeReference.of(proxied), TypeReference.of(order));
          }
        }
      }
    }
    if (ClassUtils.isPresent(STRATEGIES, loader)) {
      hints.proxies().registerJdkProxy(TypeReference.of(STRATEGIES));
    }
    for (String called :
        List.of(
            HTTP + BUILDER,
            HTTP + "HttpComponents" + BUILDER,
            HTTP + "HttpClientSettings",
            HTTP + "ClientHttpRequestFactorySettings",
            HTTP + "reactive.ClientHttpConnectorSettings")) {
      hints
          .reflection()
          .registerTypeIfPresent(loader, called, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
    MANAGERS.forEach(
        (builder, strategy) ->
            hints
                .reflection()
                .registerTypeIfPresent(loader, builder, type -> type.withField(strategy)));
    for (String called : List.of(GROUPS, GROUPS + "Configurer$Groups")) {
      hints
          .reflection()
          .registerTypeIfPresent(loader, called, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
    TlsProviders.wellKnown()
        .forEach(
            provider ->
                hints
                    .reflection()
                    .registerTypeIfPresent(
                        loader, provider, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS));
  }
}
