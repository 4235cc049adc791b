package dev.reprise.spring.core;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import java.util.List;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/**
 * What a native image has to keep: properties that are bound by hand, TLS providers, and Boot's
 * builders of HTTP clients.
 */
final class RepriseRuntimeHints implements RuntimeHintsRegistrar {

  private static final String HTTP = "org.springframework.boot.http.client.";

  @Override
  public void registerHints(RuntimeHints hints, ClassLoader loader) {
    BindableRuntimeHintsRegistrar.forTypes(RepriseProperties.class, ClientProperties.class)
        .registerHints(hints, loader);
    for (String builder :
        List.of(
            HTTP + "ClientHttpRequestFactoryBuilder",
            HTTP + "reactive.ClientHttpConnectorBuilder")) {
      if (ClassUtils.isPresent(builder, loader)) {
        hints.proxies().registerJdkProxy(TypeReference.of(builder));
      }
      hints
          .reflection()
          .registerTypeIfPresent(loader, builder, MemberCategory.INVOKE_PUBLIC_METHODS);
    }
    for (String settings :
        List.of(
            HTTP + "HttpClientSettings",
            HTTP + "ClientHttpRequestFactorySettings",
            HTTP + "reactive.ClientHttpConnectorSettings")) {
      hints
          .reflection()
          .registerTypeIfPresent(loader, settings, MemberCategory.INVOKE_PUBLIC_METHODS);
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
