package dev.reprise.spring.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.ClientProperties;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class RuntimeHintsTest {

  @Test
  void hintsAreForPropertiesAndProviders() {
    RuntimeHints hints = new RuntimeHints();
    new RepriseRuntimeHints().registerHints(hints, getClass().getClassLoader());
    assertThat(RuntimeHintsPredicates.reflection().onType(ClientProperties.class)).accepts(hints);
    assertThat(RuntimeHintsPredicates.reflection().onType(ClientProperties.Ssl.class))
        .accepts(hints);
    for (String provider :
        List.of(
            "org.conscrypt.OpenSSLProvider",
            "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider",
            "org.bouncycastle.jce.provider.BouncyCastleProvider")) {
      assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(provider)))
          .accepts(hints);
    }
  }
}
