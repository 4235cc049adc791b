package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
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
    Set<Object> ours = new HashSet<>();
    for (String client : ClientNames.all(environment)) {
      ClientNames.beans(client).forEach(bean -> ours.add(beans.getSingleton(bean)));
    }
    if (isPresent(HttpClientFactory.SpringWs.SENDER)) {
      WebServices.tell(beans, ours);
    }
    if (isPresent("org.springframework.web.client.RestTemplate")) {
      RestTemplates.tell(beans, ours);
    }
    eachMade(beans, RepriseClient.class, (name, client) -> tellOfTheJvm(client));
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, beans.getBeanClassLoader());
  }

  private static void tellOfTheJvm(RepriseClient client) {
    ClientProperties.Tls tls = client.properties().getTls();
    ClientProperties.KeyStore keys = tls.getKeyStore();
    if (Stream.of(tls.getBundle(), keys.getLocation(), keys.getCertificate())
        .noneMatch(StringUtils::hasText)) {
      ignored(client, "javax.net.ssl.keyStore", ".tls.key-store.location");
    }
    if (!StringUtils.hasText(client.properties().getProxy().getHost())) {
      ignored(client, "https.proxyHost", ".proxy.host");
    }
  }

  private static void ignored(RepriseClient client, String setting, String property) {
    if (System.getProperty(setting) != null) {
      LOG.info(
          String.format(
              "The system property %s is set, and client %s does not look at it: set %s if it is"
                  + " meant",
              setting, client.name(), ClientNames.prefix(client.name()) + property));
    }
  }

  private static void unserved(String what, Object through, String mend) {
    LOG.info(
        String.format(
            "%s does not call through Reprise, but through %s: %s",
            what, ClassUtils.getShortName(through.getClass()), mend));
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

    static void tell(ConfigurableListableBeanFactory beans, Set<Object> ours) {
      eachMade(beans, WebServiceTemplate.class, (name, bean) -> tell(name, bean, ours));
      eachMade(
          beans,
          WebServiceGatewaySupport.class,
          (name, bean) -> tell(name, bean.getWebServiceTemplate(), ours));
    }

    private static void tell(String name, WebServiceTemplate template, Set<Object> ours) {
      Object[] senders = template == null ? null : template.getMessageSenders();
      if (senders != null
          && senders.length > 0
          && Arrays.stream(senders).noneMatch(sender -> isOurs(sender, ours))) {
        unserved(
            "WebServiceTemplate of '" + name + "'",
            senders[0],
            "build it by Boot's WebServiceTemplateBuilder and set no message sender there, or give it"
                + " the bean of a client, such as repriseMessageSender");
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
      eachMade(
          beans,
          RestTemplate.class,
          (name, bean) -> {
            if (bean.getInterceptors().isEmpty()
                && !ours.contains(bean.getRequestFactory())
                && !isOfBoot(beans, bean.getRequestFactory())) {
              unserved(
                  "RestTemplate '" + name + "'",
                  bean.getRequestFactory(),
                  "give its builder the bean of a client, such as repriseRequestFactory");
            }
          });
    }

    /** Whether a builder of Boot's has made it that resumes sessions. */
    private static boolean isOfBoot(BeanFactory beans, Object requests) {
      String name = RepriseBootClientsAutoConfiguration.CLIENTS;
      return beans.containsBean(name) && beans.getBean(name, BootClients.class).isServed(requests);
    }
  }
}
