package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseProperties;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * What operators see: metrics where Micrometer is, the endpoint {@code reprise} where the actuator
 * exposes it, and a health indicator where {@code management.health.reprise.enabled} is true.
 */
@AutoConfiguration(afterName = "dev.reprise.spring.autoconfigure.RepriseClientsAutoConfiguration")
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
class RepriseActuatorAutoConfiguration {

  private static final String BOOT_4_HEALTH =
      "org.springframework.boot.health.contributor.HealthIndicator";
  private static final String BOOT_3_HEALTH =
      "org.springframework.boot.actuate.health.HealthIndicator";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
  static class MetricsConfiguration {

    @Bean
    HandshakeMeters repriseHandshakeMeters(RepriseProperties properties) {
      return new HandshakeMeters(properties.getMetrics().getMaxPeers());
    }

    @Bean
    LaneMeters repriseLaneMeters(ConfigurableListableBeanFactory beans, Environment environment) {
      return new LaneMeters(beans, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = {
        "io.micrometer.core.instrument.binder.MeterBinder",
        "org.apache.http.impl.client.CloseableHttpClient"
      })
  static class PoolMetricsConfiguration {

    @Bean
    PoolMeters reprisePoolMeters(ConfigurableListableBeanFactory beans, Environment environment) {
      return new PoolMeters(beans, environment);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name =
          "org.springframework.boot.actuate.autoconfigure.endpoint.condition"
              + ".ConditionalOnAvailableEndpoint")
  static class EndpointConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    RepriseEndpoint repriseEndpoint(ListableBeanFactory beans) {
      Map<String, RepriseClient> clients =
          BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, RepriseClient.class);
      return new RepriseEndpoint(List.copyOf(clients.values()));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(prefix = "management.health.reprise", name = "enabled")
  static class HealthConfiguration {

    @Bean
    PeerFailures reprisePeerFailures() {
      return new PeerFailures();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = BOOT_4_HEALTH)
    static class Boot4 {

      @Bean
      @ConditionalOnMissingBean(name = "repriseHealthIndicator")
      org.springframework.boot.health.contributor.HealthIndicator repriseHealthIndicator(
          PeerFailures failures) {
        return () -> {
          var lasting = failures.lasting();
          return (lasting.isEmpty()
                  ? org.springframework.boot.health.contributor.Health.up()
                  : org.springframework.boot.health.contributor.Health.down())
              .withDetails(lasting)
              .build();
        };
      }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = BOOT_3_HEALTH)
    @ConditionalOnMissingClass(BOOT_4_HEALTH)
    static class Boot3 {

      @Bean
      @ConditionalOnMissingBean(name = "repriseHealthIndicator")
      org.springframework.boot.actuate.health.HealthIndicator repriseHealthIndicator(
          PeerFailures failures) {
        return () -> {
          var lasting = failures.lasting();
          return (lasting.isEmpty()
                  ? org.springframework.boot.actuate.health.Health.up()
                  : org.springframework.boot.actuate.health.Health.down())
              .withDetails(lasting)
              .build();
        };
      }
    }
  }
}
