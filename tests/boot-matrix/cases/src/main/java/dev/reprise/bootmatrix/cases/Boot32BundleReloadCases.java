package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;

/** SSL bundles that change, as Boot has them from 3.2 on. */
public final class Boot32BundleReloadCases implements Cases {

  private static final String BUNDLE = "spring.ssl.bundle.pem.partner.";

  @Override
  public Map<String, Case> byName() {
    return Map.of("SSL bundle that is reloaded", this::reload);
  }

  private void reload(Trial trial) throws Exception {
    Path file = Files.createTempFile("authority", ".pem");
    try (InputStream other =
        Boot32BundleReloadCases.class.getResourceAsStream("other-authority.pem")) {
      Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
    }
    try (ConfigurableApplicationContext context =
        trial.start(
            BUNDLE + "truststore.certificate=file:" + file,
            BUNDLE + "reload-on-update=true",
            "spring.ssl.bundle.watch.file.quiet-period=100ms",
            "reprise.ssl.bundle=partner")) {
      assertThatThrownBy(() -> SoapCalls.call(trial, SoapCalls.builder(context).build()))
          .hasStackTraceContaining("PKIX path building failed");
      CompletableFuture<SslBundle> reloaded = new CompletableFuture<>();
      context.getBean(SslBundles.class).addBundleUpdateHandler("partner", reloaded::complete);
      Files.copy(trial.provider().authority(), file, StandardCopyOption.REPLACE_EXISTING);
      reloaded.get(60, TimeUnit.SECONDS);
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
    } finally {
      Files.delete(file);
    }
  }
}
