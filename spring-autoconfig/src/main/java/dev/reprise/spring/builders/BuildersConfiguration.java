package dev.reprise.spring.builders;

import dev.reprise.spring.RepriseClients;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Has what Boot's own builders build resume sessions, from Boot 3.4. To leave them alone, exclude
 * this class by {@code spring.autoconfigure.exclude}.
 */
@Configuration(proxyBeanMethods = false)
public class BuildersConfiguration {

  static final String BUILDERS = "repriseBootBuilders";

  /** In each context, since it sees the builders of its own alone. */
  @Bean(BUILDERS)
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
