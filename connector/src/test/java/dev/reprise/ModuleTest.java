package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the module asks of an application; that it runs as one is seen by tests/release. */
class ModuleTest {

  private ModuleDescriptor module;

  @BeforeEach
  void read() throws IOException {
    URI classes =
        URI.create(
            TlsSettings.class.getProtectionDomain().getCodeSource().getLocation().toString());
    try (InputStream in = classes.resolve("module-info.class").toURL().openStream()) {
      module = ModuleDescriptor.read(in);
    }
  }

  @Test
  void itNeedsTheJdkAlone() {
    assertThat(
            module.requires().stream()
                .filter(required -> !required.modifiers().contains(Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name))
        .containsExactlyInAnyOrder("java.base", "java.naming");
  }

  @Test
  void noClientIsAskedOfWhoeverRequiresIt() {
    assertThat(
            module.requires().stream()
                .filter(required -> required.modifiers().contains(Modifier.TRANSITIVE)))
        .isEmpty();
  }

  @Test
  void itsPackagesAreExportedToAll() {
    Set<String> exported =
        module.exports().stream()
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    assertThat(exported)
        .containsExactlyInAnyOrder(
            "dev.reprise.tls",
            "dev.reprise.http",
            "dev.reprise.httpclient4",
            "dev.reprise.httpclient5");
  }

  /** Conscrypt reads the groups of an engine by reflection. */
  @Test
  void whatIsInternalIsExportedToConscryptAlone() {
    assertThat(module.exports())
        .filteredOn(ModuleDescriptor.Exports::isQualified)
        .singleElement()
        .satisfies(
            exports -> {
              assertThat(exports.source()).isEqualTo("dev.reprise.tls.internal");
              assertThat(exports.targets()).containsExactly("org.conscrypt");
            });
  }
}
