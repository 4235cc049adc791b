package dev.reprise.spring.builders;

import dev.reprise.spring.RepriseClients;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Has what Boot's own builders build resume sessions. */
@Configuration(proxyBeanMethods = false)
public class BuildersConfiguration {

  /** In each context, since it sees the builders of its own alone. */
  @Bean
  static BootBuilders repriseBootBuilders(ConfigurableListableBeanFactory beans) {
    return new BootBuilders(beans, () -> beans.getBean(BuilderTls.class));
  }

  @Bean
  @ConditionalOnMissingBean
  BuilderTls repriseBuilderTls(BeanFactory beans, ObjectProvider<SslBundles> bundles) {
    return new BuilderTls(
        () -> beans.getBean(RepriseClients.class).get(RepriseClients.DEFAULT), bundles);
  }
}
