package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.tls.IllegalSettingException;
import java.time.Duration;
import org.springframework.core.env.Environment;

/** The properties of one client that any library is set by, once they have been found sound. */
final class ClientParts {

  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(24);

  private final String client;
  private final Environment environment;
  private final ClientProperties properties;

  ClientParts(RepriseClient client, Environment environment) {
    this.client = client.name();
    this.environment = environment;
    this.properties = client.properties();
  }

  /** Refuses whatever is not sound. */
  ClientParts checked() {
    maxTotal();
    maxPerRoute();
    timeToLive();
    validateAfterInactivity();
    evictIdleAfter();
    connectTimeout();
    readTimeout();
    leaseTimeout();
    proxy();
    return this;
  }

  int maxTotal() {
    return upToPorts("pool.max-total", properties.getPool().getMaxTotal());
  }

  int maxPerRoute() {
    return upToPorts("pool.max-per-route", properties.getPool().getMaxPerRoute());
  }

  /** Null for no limit. */
  Duration timeToLive() {
    Duration given = properties.getPool().getTimeToLive();
    return given == null ? null : within("pool.time-to-live", given, MILLISECOND, LONGEST);
  }

  Duration validateAfterInactivity() {
    return idle(
        "pool.validate-after-inactivity", properties.getPool().getValidateAfterInactivity());
  }

  /** Zero for never. */
  Duration evictIdleAfter() {
    return idle("pool.evict-idle-after", properties.getPool().getEvictIdleAfter());
  }

  Duration connectTimeout() {
    return timeout("timeouts.connect", properties.getTimeouts().getConnect(), HOUR);
  }

  Duration readTimeout() {
    return timeout("timeouts.read", properties.getTimeouts().getRead(), Duration.ofDays(1));
  }

  Duration leaseTimeout() {
    return timeout("timeouts.lease", properties.getTimeouts().getLease(), HOUR);
  }

  boolean cookies() {
    return properties.getCookies();
  }

  boolean redirects() {
    return properties.getRedirects();
  }

  /** Host, port and credentials that make sense together; null for none. */
  ClientProperties.Proxy proxy() {
    ClientProperties.Proxy proxy = properties.getProxy();
    RepriseConfigurationException.requireResolved(named("proxy.host"), proxy.getHost());
    RepriseConfigurationException.requireResolved(named("proxy.username"), proxy.getUsername());
    RepriseConfigurationException.requireResolvedSecret(
        named("proxy.password"), proxy.getPassword());
    boolean user = hasText(proxy.getUsername());
    boolean password = hasText(proxy.getPassword());
    if (!hasText(proxy.getHost())) {
      if (proxy.getPort() != null || user || password) {
        throw refused(
            "proxy.host",
            "it is not set, but other properties of the proxy are",
            "Set it, or remove the other properties of "
                + named("proxy.host").replaceFirst("\\.host$", ""));
      }
      return null;
    }
    if (!isHost(proxy.getHost())) {
      throw refused(
          "proxy.host",
          proxy.getHost().indexOf('@') >= 0
              ? "its value, not shown here since it may hold a password, is not a host name"
              : "'" + proxy.getHost() + "' is not a host name",
          String.format(
              "Give the name or address alone, the port in %s, and a user and password in %s and"
                  + " %s",
              named("proxy.port"), named("proxy.username"), named("proxy.password")));
    }
    if (proxy.getPort() == null) {
      throw refused(
          "proxy.port",
          "it is not set, but " + named("proxy.host") + " is",
          "Set it to the port of the proxy, such as 3128");
    }
    if (user != password) {
      throw refused(
          user ? "proxy.password" : "proxy.username",
          "it is not set, but the " + (user ? "user name" : "password") + " is",
          "Set both, or neither");
    }
    upToPorts("proxy.port", proxy.getPort());
    return proxy;
  }

  private Duration timeout(String property, Duration value, Duration most) {
    return within(property, value, MILLISECOND, most);
  }

  private Duration idle(String property, Duration value) {
    return within(property, value, Duration.ZERO, LONGEST);
  }

  private int upToPorts(String property, int value) {
    return IllegalSettingException.requireWithin(named(property), value, 1, 65_535);
  }

  private Duration within(String property, Duration value, Duration least, Duration most) {
    return IllegalSettingException.requireWithin(named(property), value, least, most);
  }

  private String named(String property) {
    return ClientNames.named(environment, client, property);
  }

  RepriseConfigurationException refused(String name, String problem, String mend) {
    return new RepriseConfigurationException(named(name), problem, mend);
  }

  /** Neither a URL nor host:port; IPv6 addresses have several colons. */
  private static boolean isHost(String host) {
    int colon = host.indexOf(':');
    return host.indexOf('/') < 0
        && host.indexOf('@') < 0
        && (colon < 0 || colon != host.lastIndexOf(':'));
  }
}
