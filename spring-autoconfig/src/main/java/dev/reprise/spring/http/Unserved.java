package dev.reprise.spring.http;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.client.RestTemplate;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.client.core.support.WebServiceGatewaySupport;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * Tells in the log, once the context is up, who does not call through Reprise and which settings of
 * the JVM nobody looks at, with what to do about it. Looks at beans that have been made alone.
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
    Collection<Object> ours = clients.made();
    if (isPresent(HttpClientFactory.SpringWs.SENDER)) {
      WebServices.tell(beans, ours);
    }
    if (isPresent("org.springframework.web.client.RestTemplate")) {
      RestTemplates.tell(beans, clients);
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
              "Clients call through %s, so that these beans are not asked: %s. Set"
                  + " reprise.http-client=%s, or make them for the library in force",
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
              "The system property %s is set, and client %s does not look at it: set %s if it is"
                  + " meant",
              setting, client.name(), ClientConfiguration.prefix(client.name()) + property));
    }
  }

  private static void unserved(String what, Object through, String action) {
    LOG.info(
        String.format(
            "%s does not call through Reprise, but through %s: %s",
            what, ClassUtils.getShortName(through.getClass()), action));
  }

  private static <T> void eachMade(
      ConfigurableListableBeanFactory beans, Class<T> type, BiConsumer<String, T> action) {
    for (String name : beans.getBeanNamesForType(type, false, false)) {
      Object made = beans.getSingleton(name);
      if (type.isInstance(made)) {
        action.accept(name, type.cast(made));
      }
    }
  }

  /** Names classes of Spring-WS; loaded only where it is. */
  private static final class WebServices {

    static void tell(ConfigurableListableBeanFactory beans, Collection<Object> ours) {
      eachMade(beans, WebServiceTemplate.class, (name, bean) -> tell(name, bean, ours));
      eachMade(
          beans,
          WebServiceGatewaySupport.class,
          (name, bean) -> tell(name, bean.getWebServiceTemplate(), ours));
    }

    private static void tell(String name, WebServiceTemplate template, Collection<Object> ours) {
      Object[] senders = template == null ? null : template.getMessageSenders();
      if (senders != null
          && senders.length > 0
          && Arrays.stream(senders).noneMatch(sender -> isOurs(sender, ours))) {
        unserved(
            "WebServiceTemplate of '" + name + "'",
            senders[0],
            "build it by Boot's WebServiceTemplateBuilder and set no message sender there, or give it"
                + " that of a client, clients.get(\"default\", WebServiceMessageSender.class)");
      }
    }

    private static boolean isOurs(Object sender, Collection<Object> ours) {
      return ours.contains(sender)
          || (sender instanceof HttpComponentsMessageSender
              && ours.contains(((HttpComponentsMessageSender) sender).getHttpClient()));
    }
  }

  /** Names classes of spring-web; loaded only where it is. */
  private static final class RestTemplates {

    static void tell(ConfigurableListableBeanFactory beans, Clients clients) {
      eachMade(
          beans,
          RestTemplate.class,
          (name, bean) -> {
            if (bean.getInterceptors().isEmpty()
                && !clients.made().contains(bean.getRequestFactory())
                && !clients.isServed(bean.getRequestFactory())) {
              unserved(
                  "RestTemplate '" + name + "'",
                  bean.getRequestFactory(),
                  "give its builder that of a client, clients.get(\"default\","
                      + " ClientHttpRequestFactory.class)");
            }
          });
    }
  }
}
