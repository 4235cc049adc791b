package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.HttpClient5Customizer;
import dev.reprise.spring.HttpClientKind;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseProperties;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.webservices.client.WebServiceMessageSenderFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;
import org.springframework.ws.transport.WebServiceMessageSender;

/**
 * The part of other libraries than HttpClient 4.5: what Boot's own builders build, and the beans of
 * Reprise where they call through another one.
 */
@AutoConfiguration(
    afterName = "dev.reprise.spring.tls.RepriseTlsAutoConfiguration",
    beforeName = {
      "org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration",
      "org.springframework.boot.webservices.autoconfigure.client.WebServiceTemplateAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
class RepriseBootClientsAutoConfiguration {

  static final String CLIENTS = "repriseBootClients";

  @Bean
  HttpClientKind repriseHttpClientKind(
      ConfigurableListableBeanFactory beans, Environment environment) {
    return HttpClientKind.inForce(beans, environment);
  }

  @Bean
  Unserved repriseUnserved(ConfigurableListableBeanFactory beans, Environment environment) {
    return new Unserved(beans, environment);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.test.web.client.RequestExpectationManager")
  static class TestConfiguration {

    @Bean
    static MocksWin repriseMocksWin(ListableBeanFactory beans, Environment environment) {
      return new MocksWin(beans, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(OnBootBuilders.class)
  @Import(BootClientsRegistrar.class)
  static class BuildersConfiguration {

    @Bean(CLIENTS)
    BootClients repriseBootClients(
        HttpClientKind kind,
        ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder,
        ConfigurableListableBeanFactory beans,
        Environment environment) {
      boolean lent = HttpClientKind.lendsTls(environment, beans.getBeanClassLoader());
      boolean ownSettings =
          !beans.containsBean("repriseTlsSettings")
              || !beans.containsBean("repriseSslSocketFactory");
      return new BootClients(
          kind,
          new BuilderTls(
              () -> beans.getBean("repriseClient", RepriseClient.class),
              kind == HttpClientKind.JDK ? BuilderTls.Library.JDK : BuilderTls.Library.REACTOR,
              lent,
              ownSettings),
          builder,
          beans,
          environment);
    }

    @Bean
    static BeanPostProcessor repriseBundleSettings(BeanFactory beans) {
      return new BundleSettings(() -> beans.getBean(BootClients.class));
    }

    /** In Boot 3.4 a builder has no customizers. */
    @Bean
    @ConditionalOnMissingClass({
      "org.springframework.boot.autoconfigure.http.client.ClientHttpRequestFactoryBuilderCustomizer",
      "org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer"
    })
    static Builders repriseBuilders(ConfigurableListableBeanFactory beans) {
      return new Builders(beans);
    }
  }

  /** First of all, so that what the application does to a builder comes after. */
  static final class Builders implements BeanPostProcessor, PriorityOrdered {

    private final ConfigurableListableBeanFactory beans;

    Builders(ConfigurableListableBeanFactory beans) {
      this.beans = beans;
    }

    @Override
    public int getOrder() {
      return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      return bean instanceof ClientHttpRequestFactoryBuilder && isOfBoot(name)
          ? beans.getBean(BootClients.class).customize(bean)
          : bean;
    }

    private boolean isOfBoot(String name) {
      String maker =
          beans.containsBeanDefinition(name)
              ? beans.getBeanDefinition(name).getFactoryBeanName()
              : null;
      return maker != null && maker.startsWith("org.springframework.boot.");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(OnHttpClient4.OrElse.class)
  @ConditionalOnClass(name = "org.apache.hc.client5.http.ssl.TlsSocketStrategy")
  static class HttpClient5Configuration {

    @Bean
    HttpClient5Factory repriseHttpClient5Factory(
        ObjectProvider<HttpClient5Customizer> customizers, Environment environment) {
      return new HttpClient5Factory(customizers, environment);
    }
  }

  /** HttpClient 4.5, where it is there and not in force, is made for those alone who ask for it. */
  @Configuration(proxyBeanMethods = false)
  @Conditional(OnHttpClient4.OrElse.class)
  @ConditionalOnClass(name = "org.apache.http.impl.client.CloseableHttpClient")
  static class LazyConfiguration {

    @Bean
    static BeanFactoryPostProcessor repriseLazyHttpClient4(Environment environment) {
      return beans -> {
        for (String client : ClientNames.all(environment)) {
          for (String kind : new String[] {ClientNames.MANAGER, ClientNames.HTTP_CLIENT}) {
            String name = ClientNames.bean(client, kind);
            if (beans.containsBeanDefinition(name)) {
              beans.getBeanDefinition(name).setLazyInit(true);
            }
          }
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Conditional(OnHttpClient4.OrElse.class)
  @ConditionalOnClass(
      name = {
        "org.springframework.boot.webservices.client.WebServiceMessageSenderFactory",
        HttpClientFactory.SpringWs.SENDER
      })
  static class SenderConfiguration {

    @Bean
    @ConditionalOnMissingBean
    WebServiceMessageSenderFactory repriseWebServiceMessageSenderFactory(
        @Qualifier("repriseMessageSender") WebServiceMessageSender sender) {
      return () -> sender;
    }
  }
}
