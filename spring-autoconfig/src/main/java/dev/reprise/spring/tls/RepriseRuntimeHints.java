package dev.reprise.spring.tls;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** What a native image has to keep: properties that are bound by hand, and TLS providers. */
final class RepriseRuntimeHints implements RuntimeHintsRegistrar {

  @Override
  public void registerHints(RuntimeHints hints, ClassLoader loader) {
    BindableRuntimeHintsRegistrar.forTypes(RepriseProperties.class, ClientProperties.class)
        .registerHints(hints, loader);
    TlsProviders.wellKnown()
        .forEach(
            provider ->
                hints
                    .reflection()
                    .registerTypeIfPresent(
                        loader, provider, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS));
  }
}
