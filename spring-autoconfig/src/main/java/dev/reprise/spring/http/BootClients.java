package dev.reprise.spring.http;

import dev.reprise.spring.RepriseClient;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ReflectionUtils;

/** Clients over whatever library Boot's builder, or the application's own one, builds. */
final class BootClients {

  private static final Log LOG = LogFactory.getLog(BootClients.class);

  /** What Boot's builders know nothing of. */
  private static final List<String> WITHOUT_EFFECT =
      List.of(
          "close-wait",
          "drain-limit",
          "require-close-notify",
          "cookies",
          "spares.max-per-peer",
          "spares.lifetime",
          "pool.max-total",
          "pool.max-per-route",
          "pool.time-to-live",
          "pool.validate-after-inactivity",
          "pool.evict-idle-after",
          "timeouts.lease");

  private final BootBuilders builders;
  private final ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder;
  private final Environment environment;

  BootClients(
      BootBuilders builders,
      ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder,
      Environment environment) {
    this.builders = builders;
    this.builder = builder;
    this.environment = environment;
  }

  void prepare() {
    builder.getIfAvailable();
  }

  /** Warns of what has no effect, and refuses what would be missed. */
  void check(RepriseClient client) {
    ClientParts parts = new ClientParts(client, environment);
    List<String> ignored =
        WITHOUT_EFFECT.stream()
            .filter(
                property ->
                    !List.of("default", RepriseClient.TLS_SETTINGS_BEAN)
                        .contains(client.origin(property)))
            .collect(Collectors.toList());
    if (!ignored.isEmpty()) {
      LOG.warn(
          String.format(
              "Client %s calls through a client of Boot's, which these properties do not reach: %s",
              client.name(), ignored));
    }
    if (parts.proxy() != null) {
      throw parts.refused(
          "proxy.host",
          "the client calls through a client of Boot's, which cannot be given it",
          "Add HttpClient 5 or 4.5 to the class path, or configure the proxy on a client of your"
              + " own");
    }
  }

  ClientHttpRequestFactory requestFactory(RepriseClient client) {
    ClientParts parts = new ClientParts(client, environment);
    ClientHttpRequestFactoryBuilder<?> given = builder.getIfAvailable();
    Object used =
        builders.decorated(
            ClientHttpRequestFactoryBuilder.class,
            given != null ? given : ClientHttpRequestFactoryBuilder.detect());
    Method build = BootBuilders.buildMethod(ClientHttpRequestFactoryBuilder.class);
    Object settings = BootBuilders.Settings.defaults(build.getParameterTypes()[0]);
    settings = BootBuilders.Settings.with(settings, new ResumingBundle(client.sslContext()));
    settings = with(settings, "withConnectTimeout", parts.connectTimeout());
    settings = with(settings, "withReadTimeout", parts.readTimeout());
    if (!parts.redirects()) {
      settings = with(settings, "withRedirects", "DONT_FOLLOW");
    }
    return (ClientHttpRequestFactory) ReflectionUtils.invokeMethod(build, used, settings);
  }

  /** A constant is given by its name, where its type has moved too. */
  private static Object with(Object settings, String method, Object value) {
    Method with = ReflectionUtils.findMethod(settings.getClass(), method, (Class<?>[]) null);
    Object given = value;
    if (value instanceof String) {
      given =
          Arrays.stream(with.getParameterTypes()[0].getEnumConstants())
              .filter(each -> each.toString().equals(value))
              .findFirst()
              .orElseThrow();
    }
    return ReflectionUtils.invokeMethod(with, settings, given);
  }
}
