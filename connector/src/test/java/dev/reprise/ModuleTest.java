package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.net.URI;
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

  /** What is internal is for Conscrypt alone, which reads the groups of an engine by reflection. */
  @Test
  void itsPackagesAreExportedToAllButInternals() {
    assertThat(module.exports().stream().map(ModuleDescriptor.Exports::toString))
        .containsExactlyInAnyOrder(
            "dev.reprise.tls",
            "dev.reprise.http",
            "dev.reprise.httpclient4",
            "dev.reprise.httpclient5",
            "dev.reprise.tls.internal to [org.conscrypt]");
  }

  @Test
  void itNeedsTheJdkAloneAndAsksForNoClient() {
    assertThat(
            module.requires().stream()
                .filter(required -> !required.modifiers().contains(Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name))
        .containsExactlyInAnyOrder("java.base", "java.naming");
    assertThat(module.requires())
        .noneMatch(required -> required.modifiers().contains(Modifier.TRANSITIVE));
  }
}
