package dev.reprise.spring.autoconfigure;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import dev.reprise.spring.actuate.RepriseEndpoint;
import dev.reprise.spring.actuate.RepriseMeters;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Learned;
import java.util.regex.Pattern;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Provides metrics over Micrometer, and the endpoint {@code reprise} if it is exposed. */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
public class RepriseActuatorAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(value = Clients.class, search = SearchStrategy.CURRENT)
  @ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
  static class MetricsConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "repriseMeters")
    RepriseMeters repriseMeters(Clients clients, Learned learned) {
      return new RepriseMeters(clients, learned);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(value = Clients.class, search = SearchStrategy.CURRENT)
  @ConditionalOnClass(
      name =
          "org.springframework.boot.actuate.autoconfigure.endpoint.condition"
              + ".ConditionalOnAvailableEndpoint")
  static class EndpointConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    RepriseEndpoint repriseEndpoint(Clients clients, Learned learned) {
      return new RepriseEndpoint(clients, learned);
    }
  }

  /**
   * Hides PEM text in properties, even if Reprise is switched off. Boot 2.7 would show it, since it
   * sanitizes by name only.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.SanitizingFunction")
  static class SanitizingConfiguration {

    /** As a property and as an environment variable; Boot's own are for Boot to hide or show. */
    private static final Pattern OURS = Pattern.compile("^reprise[._]", CASE_INSENSITIVE);

    @Bean
    SanitizingFunction reprisePrivateKeys() {
      return data ->
          OURS.matcher(data.getKey()).find()
                  && String.valueOf(data.getValue()).contains("PRIVATE KEY")
              ? data.withValue(SanitizableData.SANITIZED_VALUE)
              : data;
    }
  }
}
