package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.StreamSupport;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** Application contexts as Boot makes them, and calls made in them. */
final class Contexts {

  private Contexts() {}

  static ApplicationContextRunner runner() {
    return withoutBundles().withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class));
  }

  static ApplicationContextRunner withoutBundles() {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(WebServiceTemplateAutoConfiguration.class))
        .withConfiguration(ofTheStarter());
  }

  /** As Boot finds them: by the names in the starter's own file. */
  static AutoConfigurations ofTheStarter() {
    ClassLoader loader = Contexts.class.getClassLoader();
    return AutoConfigurations.of(
        StreamSupport.stream(
                ImportCandidates.load(AutoConfiguration.class, loader).spliterator(), false)
            .filter(name -> name.startsWith("dev.reprise."))
            .map(name -> ClassUtils.resolveClassName(name, loader))
            .toArray(Class<?>[]::new));
  }

  static ApplicationContextRunner trusting(Path store) {
    return runner()
        .withPropertyValues(
            "reprise.ssl.trust-store=" + store,
            "reprise.ssl.trust-store-password=" + Stores.PASSWORD);
  }

  /** Waits for the server to close first, however slow this machine is. */
  static void patient(String client, TlsSettings.Builder settings) {
    settings.closeTimeout(Duration.ofSeconds(20));
  }

  /** Keeps preconnected connections for long. */
  static void longLived(String client, TlsSettings.Builder settings) {
    settings.preconnectionLifetime(Duration.ofSeconds(60));
  }

  /** The part of the default client. */
  static <T> T part(ApplicationContext context, Class<T> type) {
    return part(context, RepriseClients.DEFAULT, type);
  }

  static <T> T part(ApplicationContext context, String client, Class<T> type) {
    return context.getBean(RepriseClients.class).get(client, type);
  }

  /** An application whose beans are made when they are used. */
  static ApplicationContextRunner lazy(ApplicationContextRunner runner) {
    return runner.withInitializer(
        context ->
            context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
  }

  /** An application that has this bundle as "partner", and its default client uses it. */
  static ApplicationContextRunner by(SslBundle bundle) {
    return runner()
        .withPropertyValues("reprise.ssl.bundle=partner")
        .withBean(SslBundleRegistrar.class, () -> all -> all.registerBundle("partner", bundle));
  }

  static void update(ApplicationContext context, SslBundle bundle) {
    context.getBean(SslBundleRegistry.class).updateBundle("partner", bundle);
  }

  static WebServiceTemplate template(ApplicationContext context) {
    return context.getBean(WebServiceTemplateBuilder.class).build();
  }

  /** Calls again and again until that is so; what is waited for comes with the calls. */
  static void callUntil(ApplicationContext context, URI uri, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    do {
      assertThat(System.nanoTime() - deadline).as("what is waited for does not come").isNegative();
      call(context, uri, 1);
    } while (!condition.getAsBoolean());
  }

  /** Waits for so many that can be taken: one that reads its ticket cannot be, meanwhile. */
  static void awaitPreconnections(ResumingSslSocketFactory sockets, int count) {
    await()
        .until(
            () ->
                sockets.readyPreconnections() == count
                    && sockets.laneCounts().leased() == 0
                    && sockets.readyPreconnections() == count);
  }

  static void call(ApplicationContext context, URI uri, int times) {
    WebServiceTemplate template = template(context);
    for (int i = 0; i < times; i++) {
      StringResult result = new StringResult();
      template.sendSourceAndReceiveToResult(
          uri.toString(), new StringSource("<ping xmlns='urn:test'/>"), result);
      assertThat(result.toString()).contains("pong");
    }
  }
}
