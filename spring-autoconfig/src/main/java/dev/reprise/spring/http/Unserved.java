package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.client.RestTemplate;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.client.core.support.WebServiceGatewaySupport;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * Tells in the log, once the context is up, who does not call through Reprise and which settings of
 * the JVM nobody looks at, with the way to mend it. Looks at beans that have been made alone.
 */
final class Unserved implements ApplicationListener<ContextRefreshedEvent> {

  private static final Log LOG = LogFactory.getLog(Unserved.class);

  private final ConfigurableListableBeanFactory beans;
  private final Environment environment;

  Unserved(ConfigurableListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public void onApplicationEvent(ContextRefreshedEvent event) {
    if (event.getApplicationContext().getAutowireCapableBeanFactory() != beans) {
      return;
    }
    Set<Object> ours =
        Stream.concat(Stream.of(ClientNames.DEFAULT), ClientNames.configured(environment).stream())
            .flatMap(client -> ClientNames.beans(client).stream())
            .map(beans::getSingleton)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(HashSet::new));
    if (isPresent(SpringWsSupport.SENDER)) {
      WebServices.tell(beans, ours);
    }
    if (isPresent("org.springframework.web.client.RestTemplate")) {
      RestTemplates.tell(beans, ours);
    }
    made(beans, RepriseClient.class).map(Made::bean).forEach(this::tellOfTheJvm);
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, beans.getBeanClassLoader());
  }

  private void tellOfTheJvm(RepriseClient client) {
    ClientProperties.Tls tls = client.properties().getTls();
    String prefix = ClientNames.prefix(client.name());
    boolean hasKey =
        StringUtils.hasText(tls.getBundle())
            || StringUtils.hasText(tls.getKeyStore().getLocation())
            || StringUtils.hasText(tls.getKeyStore().getCertificate());
    boolean hasProxy = StringUtils.hasText(client.properties().getProxy().getHost());
    if (!hasKey && System.getProperty("javax.net.ssl.keyStore") != null) {
      ignored(client, "javax.net.ssl.keyStore", prefix + ".tls.key-store.location");
    }
    if (!hasProxy && System.getProperty("https.proxyHost") != null) {
      ignored(client, "https.proxyHost", prefix + ".proxy.host");
    }
  }

  private static void ignored(RepriseClient client, String setting, String property) {
    LOG.info(
        "The system property "
            + setting
            + " is set, and client "
            + client.name()
            + " does not look at it: set "
            + property
            + " if it is meant");
  }

  private static void unserved(String what, String bean, Object through, String mend) {
    LOG.info(
        what
            + " '"
            + bean
            + "' does not call through Reprise, but through "
            + ClassUtils.getShortName(through.getClass())
            + ": "
            + mend);
  }

  private static <T> Stream<Made<T>> made(ConfigurableListableBeanFactory beans, Class<T> type) {
    return Arrays.stream(beans.getBeanNamesForType(type, false, false))
        .filter(name -> type.isInstance(beans.getSingleton(name)))
        .map(name -> new Made<>(name, type.cast(beans.getSingleton(name))));
  }

  private static final class Made<T> {

    final String name;
    final T bean;

    Made(String name, T bean) {
      this.name = name;
      this.bean = bean;
    }

    T bean() {
      return bean;
    }
  }

  /** Names classes of Spring-WS; loaded only where it is. */
  private static final class WebServices {

    static void tell(ConfigurableListableBeanFactory beans, Set<Object> ours) {
      made(beans, WebServiceTemplate.class).forEach(each -> tell(each.name, each.bean, ours));
      made(beans, WebServiceGatewaySupport.class)
          .filter(each -> each.bean.getWebServiceTemplate() != null)
          .forEach(each -> tell(each.name, each.bean.getWebServiceTemplate(), ours));
    }

    private static void tell(String name, WebServiceTemplate template, Set<Object> ours) {
      Object[] senders = template.getMessageSenders();
      if (senders != null
          && senders.length > 0
          && Arrays.stream(senders).noneMatch(sender -> isOurs(sender, ours))) {
        unserved(
            "WebServiceTemplate of",
            name,
            senders[0],
            "build it by Boot's WebServiceTemplateBuilder, or give it the bean of a client, such as"
                + " repriseMessageSender");
      }
    }

    private static boolean isOurs(Object sender, Set<Object> ours) {
      return ours.contains(sender)
          || (sender instanceof HttpComponentsMessageSender
              && ours.contains(((HttpComponentsMessageSender) sender).getHttpClient()));
    }
  }

  /** Names classes of spring-web; loaded only where it is. */
  private static final class RestTemplates {

    static void tell(ConfigurableListableBeanFactory beans, Set<Object> ours) {
      made(beans, RestTemplate.class)
          .filter(each -> each.bean.getInterceptors().isEmpty())
          .filter(each -> !ours.contains(each.bean.getRequestFactory()))
          .forEach(
              each ->
                  unserved(
                      "RestTemplate",
                      each.name,
                      each.bean.getRequestFactory(),
                      "give its builder the bean of a client, such as repriseRequestFactory"));
    }
  }
}
