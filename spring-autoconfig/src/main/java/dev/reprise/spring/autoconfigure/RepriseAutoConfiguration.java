package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.LearningConfiguration;
import dev.reprise.tls.TlsStatistics;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Provides the registry of clients, and the default client with its statistics. All beans are of
 * Reprise's own types, and each gives way to one of the application's. A child context uses those
 * of its parent.
 */
@AutoConfiguration
@Conditional(RepriseAutoConfiguration.Enabled.class)
@ConditionalOnMissingBean(RepriseClients.class)
@EnableConfigurationProperties(RepriseProperties.class)
@Import(LearningConfiguration.class)
public class RepriseAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  TlsStatistics repriseTlsStatistics() {
    return new TlsStatistics();
  }

  @Bean
  Clients repriseClients(
      Environment environment, ResourceLoader resources, ListableBeanFactory beans) {
    return new Clients(environment, resources, beans);
  }

  /** The default client, which can be injected by its type. */
  @Bean
  @ConditionalOnMissingBean
  RepriseClient repriseClient(Clients clients) {
    return clients.get(RepriseClients.DEFAULT);
  }

  /**
   * Matches unless Boot's binder reads the property as false. ConditionalOnProperty knows only one
   * word for that.
   */
  static final class Enabled extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata type) {
      String property = RepriseProperties.PREFIX + ".enabled";
      boolean enabled =
          Binder.get(context.getEnvironment()).bind(property, Boolean.class).orElse(true);
      return new ConditionOutcome(enabled, property + ": " + enabled);
    }
  }
}
