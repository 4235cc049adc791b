package dev.reprise.spring.actuate;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import dev.reprise.spring.HttpClientKind;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
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

  private static Collection<RepriseClient> clients(ListableBeanFactory beans) {
    return BeanFactoryUtils.beansOfTypeIncludingAncestors(beans, RepriseClient.class).values();
  }

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

    @Bean
    @ConditionalOnMissingBean(name = "reprisePoolMeters")
    PoolMeters reprisePoolMeters(
        ConfigurableListableBeanFactory beans, Environment environment, HttpClientKind kind) {
      return new PoolMeters(beans, environment, kind);
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
    RepriseEndpoint repriseEndpoint(ListableBeanFactory beans, HttpClientKind kind) {
      return new RepriseEndpoint(clients(beans), kind, beans);
    }
  }

  /** PEM text in a property, which Boot 2.7 shows, since its own sanitizing goes by names. */
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

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(prefix = "management.health.reprise", name = "enabled")
  static class HealthConfiguration {

    @Bean
    PeerHealth reprisePeerHealth(ListableBeanFactory beans, Environment environment) {
      Duration age =
          Binder.get(environment)
              .bind("management.health.reprise.forget-after", Duration.class)
              .orElse(Duration.ofMinutes(5));
      return new PeerHealth(clients(beans), age, Clock.systemUTC());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = BOOT_4_HEALTH)
    static class Boot4 {

      @Bean
      @ConditionalOnMissingBean(name = "repriseHealthIndicator")
      org.springframework.boot.health.contributor.HealthIndicator repriseHealthIndicator(
          PeerHealth peers) {
        return () -> {
          Map<String, String> down = peers.down();
          return (down.isEmpty()
                  ? org.springframework.boot.health.contributor.Health.up()
                  : org.springframework.boot.health.contributor.Health.down())
              .withDetails(down)
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
          PeerHealth peers) {
        return () -> {
          Map<String, String> down = peers.down();
          return (down.isEmpty()
                  ? org.springframework.boot.actuate.health.Health.up()
                  : org.springframework.boot.actuate.health.Health.down())
              .withDetails(down)
              .build();
        };
      }
    }
  }
}
