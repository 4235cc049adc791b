package dev.reprise.spring;

import static dev.reprise.spring.Contexts.by;
import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.lazy;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.apache.http.impl.client.CloseableHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An SSL bundle that changes while the application runs. */
class ReloadTest extends AgainstPeer {

  private static SslBundle ofCa() {
    return Stores.bundle(Stores.ca().certificatePem());
  }

  private static SslBundle ofAnother() {
    return Stores.bundle(Stores.client().certificatePem());
  }

  private static TlsStatistics statistics(ApplicationContext context) {
    return context.getBean(TlsStatistics.class);
  }

  @Test
  void whatABundleTrustsNowIsWhatCounts() {
    by(ofAnother())
        .withPropertyValues("reprise.clients.bank.session-timeout=1h")
        .run(
            context -> {
              assertThatThrownBy(() -> call(context, peer.uri("/answer"), 1))
                  .hasMessageContaining("PKIX");

              update(context, ofCa());
              call(context, peer.uri("/answer"), 2);
              ClientsTest.post(
                  part(context, "bank", CloseableHttpClient.class), peer.uri("/answer"));
              assertThat(statistics(context).total().full()).isEqualTo(1);
              assertThat(statistics(context).total().resumed()).isEqualTo(1);

              update(context, ofAnother());
              assertThatThrownBy(() -> call(context, peer.uri("/answer"), 1))
                  .hasMessageContaining("PKIX");
            });
  }

  @Test
  void whatIsMadeAfterAChangeHasIt() {
    lazy(by(ofAnother()))
        .run(
            context -> {
              context.getBean(RepriseClient.class);
              update(context, ofCa());
              handshake(part(context, ResumingSslSocketFactory.class));
              call(context, peer.uri("/answer"), 1);

              update(context, ofAnother());
              assertThatThrownBy(() -> call(context, peer.uri("/answer"), 1))
                  .hasMessageContaining("PKIX");
            });
  }

  /** While another thread makes one too, which has a lock then. */
  @Test
  void aPartMayBeMadeWhileAReloadIsTold() {
    ExecutorService others = Executors.newSingleThreadExecutor();
    by(ofAnother())
        .run(
            context -> {
              RepriseClients clients = context.getBean(RepriseClients.class);
              RepriseClient client = clients.get("default");
              client.whenReloaded(
                  settings ->
                      assertThat(
                              others.submit(
                                  () -> clients.get("default", ResumingConnectionManager.class)))
                          .succeedsWithin(Duration.ofSeconds(20)));
              ResumingSslContext told = client.sslContext();
              TlsSettings before = told.settings();
              update(context, ofCa());
              assertThat(told.settings()).isNotSameAs(before);
              call(context, peer.uri("/answer"), 1);
            });
    assertThat(others.shutdownNow()).isEmpty();
  }

  private void handshake(ResumingSslSocketFactory sockets) throws IOException {
    URI uri = peer.uri("/answer");
    try (SSLSocket socket = (SSLSocket) sockets.createSocket(uri.getHost(), uri.getPort())) {
      socket.startHandshake();
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aBundleThatCannotBeUsedLeavesTheFormerOneInForce(CapturedOutput output) {
    by(ofCa())
        .run(
            context -> {
              update(
                  context,
                  SslBundle.of(
                      SslStoreBundle.NONE,
                      null,
                      SslOptions.of(new String[] {"TLS_NONSENSE"}, null)));
              call(context, peer.uri("/answer"), 1);
              assertThat(output)
                  .contains("The SSL bundle 'partner' has changed and cannot be used")
                  .contains("TLS_NONSENSE");

              update(context, Stores.bundle("nope"));
              call(context, peer.uri("/answer"), 1);
              assertThat(context.getBean(RepriseClient.class).trustOrigin())
                  .contains("SSL bundle 'partner'");
              assertThat(context.getBean(RepriseClient.class).keyOrigin()).contains("none");
            });
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aBundleThatHasLostItsTrustLeavesTheFormerOneInForce(CapturedOutput output) {
    by(ofCa())
        .run(
            context -> {
              update(context, SslBundle.of(new PemSslStoreBundle((PemSslStoreDetails) null, null)));
              call(context, peer.uri("/answer"), 1);
              assertThat(output)
                  .contains("'partner' holds no trusted certificates")
                  .contains("would replace those of the former bundle");
            });
  }

  @Test
  void aCustomizerThatThrowsLeavesNoOtherClientBehind() {
    AtomicBoolean broken = new AtomicBoolean();
    TlsSettingsCustomizer customizer =
        (client, settings) -> {
          if (client.equals("default") && broken.get()) {
            throw new IllegalStateException("by the test");
          }
        };
    by(ofAnother())
        .withPropertyValues("reprise.clients.bank.session-timeout=1h")
        .withBean(TlsSettingsCustomizer.class, () -> customizer)
        .run(
            context -> {
              RepriseClients clients = context.getBean(RepriseClients.class);
              ResumingSslSocketFactory bank = clients.get("bank", ResumingSslSocketFactory.class);
              clients.get("default", ResumingSslSocketFactory.class);
              broken.set(true);
              update(context, ofCa());
              handshake(bank);
            });
  }

  @Test
  void aFileThatChangesOnDisk() throws Exception {
    Path trust = directory.resolve("partner.pem");
    Files.writeString(trust, Stores.client().certificatePem());
    runner()
        .withPropertyValues(
            "spring.ssl.bundle.watch.file.quiet-period=1ms",
            "spring.ssl.bundle.pem.partner.reload-on-update=true",
            "spring.ssl.bundle.pem.partner.truststore.certificate=file:" + trust,
            "reprise.ssl.bundle=partner")
        .run(
            context -> {
              assertThatThrownBy(() -> call(context, peer.uri("/answer"), 1))
                  .hasMessageContaining("PKIX");
              Path next = directory.resolve("next.pem");
              Files.writeString(next, Stores.ca().certificatePem());
              Files.move(next, trust, StandardCopyOption.REPLACE_EXISTING);
              await().ignoreExceptions().untilAsserted(() -> call(context, peer.uri("/answer"), 1));
            });
  }

  @Test
  void whatChangesWhileABundleIsLoadedIsNotMissed() {
    by(ofAnother())
        .withUserConfiguration(ChangesWhileLoading.class)
        .run(
            context ->
                await()
                    .untilAsserted(
                        () -> handshake(context.getBean(RepriseClient.class).socketFactory())));
  }

  @Configuration(proxyBeanMethods = false)
  static class ChangesWhileLoading {

    private final AtomicBoolean changed = new AtomicBoolean();

    @Bean
    TlsSettingsCustomizer changesTheBundleOnce(SslBundleRegistry bundles) {
      return (client, settings) -> {
        if (changed.compareAndSet(false, true)) {
          Thread other = new Thread(() -> bundles.updateBundle("partner", ofCa()));
          other.start();
          while (other.isAlive() && other.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
          }
        }
      };
    }
  }
}
