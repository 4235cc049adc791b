package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import org.junit.jupiter.api.Test;

/** What the module asks of an application; that it runs as one is seen by tests/release. */
class ModuleTest {

  /** What is internal is for Conscrypt alone, which reads the groups of an engine by reflection. */
  @Test
  void itExportsWhatUsersNameAndNeedsTheJdkAlone() throws IOException {
    URL classes = TlsSettings.class.getProtectionDomain().getCodeSource().getLocation();
    try (InputStream in = new URL(classes, "module-info.class").openStream()) {
      ModuleDescriptor module = ModuleDescriptor.read(in);
      assertThat(module.exports().stream().map(ModuleDescriptor.Exports::toString))
          .containsExactlyInAnyOrder(
              "dev.reprise.tls",
              "dev.reprise.http",
              "dev.reprise.httpclient4",
              "dev.reprise.httpclient5",
              "dev.reprise.tls.internal to [org.conscrypt]");
      assertThat(module.requires().stream().map(ModuleDescriptor.Requires::toString))
          .filteredOn(each -> !each.startsWith("static "))
          .containsExactlyInAnyOrder("mandated java.base", "java.naming");
    }
  }
}
