package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseProperties;
import java.time.Clock;
import java.time.Duration;
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
import org.springframework.boot.context.properties.bind.Binder;
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
    @ConditionalOnMissingBean(name = "repriseHandshakeMeters")
    HandshakeMeters repriseHandshakeMeters(RepriseProperties properties) {
      return new HandshakeMeters(properties.getMetrics().getMaxPeers());
    }

    @Bean
    @ConditionalOnMissingBean(name = "repriseLaneMeters")
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
    @ConditionalOnMissingBean(name = "reprisePoolMeters")
    PoolMeters reprisePoolMeters(ConfigurableListableBeanFactory beans, Environment environment) {
      return new PoolMeters(beans, environment);
    }
  }

  @Bean
  @ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.annotation.Endpoint")
  PeerHistory reprisePeerHistory(Environment environment) {
    return new PeerHistory(
        Binder.get(environment)
            .bind("management.health.reprise.forget-after", Duration.class)
            .orElse(Duration.ofMinutes(5)),
        Clock.systemUTC());
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
    RepriseEndpoint repriseEndpoint(ListableBeanFactory beans, PeerHistory history) {
      Map<String, RepriseClient> clients =
          BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, RepriseClient.class);
      return new RepriseEndpoint(List.copyOf(clients.values()), history, beans);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(prefix = "management.health.reprise", name = "enabled")
  static class HealthConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = BOOT_4_HEALTH)
    static class Boot4 {

      @Bean
      @ConditionalOnMissingBean(name = "repriseHealthIndicator")
      org.springframework.boot.health.contributor.HealthIndicator repriseHealthIndicator(
          PeerHistory history) {
        return () -> {
          var lasting = history.lasting();
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
          PeerHistory history) {
        return () -> {
          var lasting = history.lasting();
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
