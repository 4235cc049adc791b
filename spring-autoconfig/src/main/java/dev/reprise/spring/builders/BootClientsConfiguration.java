package dev.reprise.spring.builders;

import dev.reprise.spring.core.Library;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Clients over what Boot builds, also where Boot's own builders are left alone. */
@Configuration(proxyBeanMethods = false)
@Conditional(Library.Boot.class)
public class BootClientsConfiguration {

  @Bean
  BootClients repriseBootClients(
      ConfigurableListableBeanFactory beans,
      ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder) {
    return new BootClients(new BootBuilders(beans, () -> null), builder);
  }
}
