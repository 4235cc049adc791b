package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseProperties;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * The clients under {@code reprise.clients}. Client {@code bank} has the beans {@code
 * bankHttpClient}, {@code bankConnectionManager}, {@code bankSslSocketFactory}, {@code
 * bankMessageSender}, {@code bankRequestFactory} and {@code bankRepriseClient}; all have the
 * qualifier {@code bank}. A bean of the application that has one of these names takes its place.
 */
@AutoConfiguration(
    afterName = {
      "dev.reprise.spring.http.RepriseHttpClientAutoConfiguration",
      "dev.reprise.spring.http.RepriseWebServicesAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@Import(ClientBeansRegistrar.class)
class RepriseClientsAutoConfiguration {

  @Bean
  @ConditionalOnMissingClass("org.springframework.context.annotation.Fallback")
  static BeanFactoryPostProcessor repriseCandidates(Environment environment) {
    return new CandidatesWithoutFallback(ClientNames.configured(environment));
  }
}
