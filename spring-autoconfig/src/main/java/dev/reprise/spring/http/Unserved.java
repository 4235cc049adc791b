package dev.reprise.spring.http;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Tells in the log, once the context is up, which settings of the JVM and which customizers nobody
 * looks at, with what to do about it.
 */
final class Unserved implements ApplicationListener<ContextRefreshedEvent> {

  private static final Log LOG = LogFactory.getLog(Unserved.class);

  private final ConfigurableListableBeanFactory beans;
  private final Clients clients;
  private final Library library;

  Unserved(ConfigurableListableBeanFactory beans, Clients clients, Library library) {
    this.beans = beans;
    this.clients = clients;
    this.library = library;
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    if (event.getApplicationContext().getAutowireCapableBeanFactory() != beans) {
      return;
    }
    clients.names().stream()
        .map(name -> clients.made(name, RepriseClient.class))
        .filter(Objects::nonNull)
        .forEach(Unserved::tellOfTheJvm);
    if (isPresent("org.apache.http.impl.client.CloseableHttpClient")) {
      tellOfCustomizers(HttpClientCustomizer.class, Library.HTTPCLIENT4);
    }
    if (isPresent("org.apache.hc.client5.http.impl.classic.HttpClientBuilder")) {
      tellOfCustomizers(HttpClient5Customizer.class, Library.HTTPCLIENT5);
    }
  }

  private void tellOfCustomizers(Class<?> type, Library needed) {
    String[] names = beans.getBeanNamesForType(type, true, false);
    if (names.length > 0 && library != needed) {
      LOG.warn(
          String.format(
              "Clients call through %s, so these beans have no effect: %s. Set"
                  + " reprise.http-client=%s, or write them for the library in force",
              library.spelled(), List.of(names), needed.spelled()));
    }
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, beans.getBeanClassLoader());
  }

  private static void tellOfTheJvm(RepriseClient client) {
    ClientProperties.Ssl ssl = client.properties().getSsl();
    if (Stream.of(ssl.getBundle(), ssl.getKeyStore(), ssl.getCertificate())
        .noneMatch(StringUtils::hasText)) {
      ignored(client, "javax.net.ssl.keyStore", ".ssl.key-store");
    }
    if (!StringUtils.hasText(client.properties().getProxy().getHost())) {
      ignored(client, "https.proxyHost", ".proxy.host");
    }
  }

  private static void ignored(RepriseClient client, String setting, String property) {
    if (System.getProperty(setting) != null) {
      LOG.warn(
          String.format(
              "The system property %s is set, but client %s does not use it. Set %s instead",
              setting, client.name(), ClientConfiguration.prefix(client.name()) + property));
    }
  }
}
