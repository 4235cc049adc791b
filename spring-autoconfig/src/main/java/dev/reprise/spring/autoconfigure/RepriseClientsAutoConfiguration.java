package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseProperties;
import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;

/**
 * The clients under {@code reprise.clients}. Client {@code bank} has the beans {@code
 * bankHttpClient}, {@code bankConnectionManager}, {@code bankSslSocketFactory}, {@code
 * bankMessageSender}, {@code bankRequestFactory} and {@code bankRepriseClient}; all have the
 * qualifier {@code bank} beside their names. A bean of the application that has one of these names
 * takes its place. Where there are named clients no type alone means one of them, nor the default.
 */
@AutoConfiguration(
    afterName = {
      "dev.reprise.spring.http.RepriseHttpClientAutoConfiguration",
      "dev.reprise.spring.http.RepriseWebServicesAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@Import(ClientBeansRegistrar.class)
class RepriseClientsAutoConfiguration {

  /** At run time, since what is written ahead of time knows one qualifier: it or the name. */
  @Bean
  static BeanFactoryPostProcessor repriseQualifiers(Environment environment) {
    return beans -> {
      for (String client : ClientNames.configured(environment)) {
        AnnotatedElement qualifier =
            AnnotatedElementUtils.forAnnotations(
                MergedAnnotation.of(Qualifier.class, Map.of("value", client)).synthesize());
        for (String name : ClientNames.beans(client)) {
          if (beans.containsBeanDefinition(name)) {
            BeanDefinition definition = beans.getBeanDefinition(name);
            // One of the application's has qualifiers of its own.
            if (definition instanceof RootBeanDefinition
                && !(definition instanceof AnnotatedBeanDefinition)) {
              ((RootBeanDefinition) definition).setQualifiedElement(qualifier);
            }
          }
        }
      }
    };
  }

  @Bean
  @ConditionalOnMissingClass("org.springframework.context.annotation.Fallback")
  static BeanFactoryPostProcessor repriseCandidates(Environment environment) {
    return new CandidatesWithoutFallback(ClientNames.configured(environment));
  }
}
