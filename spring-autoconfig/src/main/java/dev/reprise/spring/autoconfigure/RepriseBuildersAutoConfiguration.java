package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties.HttpClient;
import dev.reprise.spring.builders.BootBuilders;
import dev.reprise.spring.core.Library;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Lets clients of Boot's own builders resume sessions, from Boot 3.4. To leave them alone, exclude
 * this class by {@code spring.autoconfigure.exclude}.
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnBean(RepriseClients.class)
@ConditionalOnClass(name = Library.BUILDERS)
@Conditional({
  RepriseAutoConfiguration.Enabled.class,
  RepriseBuildersAutoConfiguration.NotHttpClient4.class
})
public class RepriseBuildersAutoConfiguration {

  /** Is made in each context, since it sees only that context's builders. */
  @Bean
  static BootBuilders repriseBootBuilders(ConfigurableListableBeanFactory beans) {
    return new BootBuilders(beans);
  }

  static final class NotHttpClient4 implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata type) {
      return Library.given(context.getEnvironment()) != HttpClient.HTTPCLIENT4;
    }
  }
}
