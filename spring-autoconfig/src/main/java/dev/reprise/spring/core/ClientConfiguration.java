package dev.reprise.spring.core;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.TlsSettings;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.BoundPropertiesTrackingBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * One client: its name, the values in force for it and where each is set. What Boot has for every
 * HTTP client, {@code reprise} and the client's own are bound one over the other.
 */
public final class ClientConfiguration {

  private static final Log LOG = LogFactory.getLog(ClientConfiguration.class);
  private static final List<String> TRUST =
      List.of("ssl.trust-store", "ssl.trust-certificate", "ssl.trust-store-password");
  private static final List<String> KEY =
      List.of(
          "ssl.key-store",
          "ssl.certificate",
          "ssl.certificate-private-key",
          "ssl.key-store-password",
          "ssl.key-store-type",
          "ssl.key-password");
  private static final List<String> PROXY =
      List.of("proxy.host", "proxy.port", "proxy.username", "proxy.password");

  private static final String AT_START = "preconnect.at-start";
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(24);
  private static final Duration NEAR = Duration.ofDays(14);

  private final String name;
  private final ClientProperties properties = new ClientProperties();
  private final BeanWrapper values = PropertyAccessorFactory.forBeanPropertyAccess(properties);
  private final Map<String, ConfigurationProperty> sources = new LinkedHashMap<>();
  private String passedOver;

  ClientConfiguration(String name, Environment environment) {
    this.name = name;
    Binder binder =
        new Binder(
            ConfigurationPropertySources.get(environment),
            value ->
                value instanceof String
                    ? environment.resolveRequiredPlaceholders((String) value)
                    : value);
    String boot = prefixOfBoot();
    if (boot != null) {
      bind(binder, boot);
    }
    bind(binder, RepriseProperties.PREFIX);
    if (!name.equals(RepriseClients.DEFAULT)) {
      bind(binder, prefix(name));
    }
  }

  /** What the names of a client's properties begin with. */
  public static String prefix(String client) {
    return client.equals(RepriseClients.DEFAULT)
        ? RepriseProperties.PREFIX
        : RepriseProperties.PREFIX + ".clients." + client;
  }

  /** Null where there is nothing of the kind. */
  private static String prefixOfBoot() {
    if (isPresent("org.springframework.boot.http.client.autoconfigure.HttpClientsProperties")) {
      return "spring.http.clients";
    }
    return isPresent("org.springframework.boot.autoconfigure.http.client.HttpClientProperties")
        ? "spring.http.client"
        : null;
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, ClientConfiguration.class.getClassLoader());
  }

  private void bind(Binder binder, String prefix) {
    Level level = new Level(prefix);
    BindHandler handler =
        new BoundPropertiesTrackingBindHandler(level::set) {
          @Override
          public Object onSuccess(
              ConfigurationPropertyName name,
              Bindable<?> target,
              BindContext context,
              Object result) {
            return level.counts(name, result)
                ? super.onSuccess(name, target, context, result)
                : null;
          }
        };
    binder.bind(prefix, Bindable.ofInstance(properties), handler);
    level.requireBundleOrStores();
  }

  /**
   * What is set in one place. Trust, key and proxy are each taken whole from the nearest. A bundle
   * takes the place of stores that are farther away; a store takes the place of that part of a
   * bundle alone. An empty bundle or trust store is none, so that trust is never dropped by it.
   */
  private final class Level {

    private final String prefix;
    private final boolean ofBoot;
    private final Set<String> set = new HashSet<>();

    Level(String prefix) {
      this.prefix = prefix;
      this.ofBoot = !prefix.startsWith(RepriseProperties.PREFIX);
    }

    private String path(ConfigurationPropertyName name) {
      return name.toString().substring(Math.min(name.toString().length(), prefix.length() + 1));
    }

    /**
     * For Boot no time at all means without a limit. A server that one client calls is none of
     * another's.
     */
    boolean counts(ConfigurationPropertyName name, Object value) {
      String path = path(name);
      boolean kept = path.equals("ssl.bundle") || TRUST.contains(path);
      return !(path.equals(AT_START) && !prefix.equals(prefix(name())))
          && !(kept && !StringUtils.hasText((String) value))
          && !(ofBoot
              && value instanceof Duration
              && ((Duration) value).compareTo(Duration.ZERO) <= 0);
    }

    void set(ConfigurationProperty property) {
      String path = path(property.getName()).replaceFirst("\\[.*", "");
      if (path.equals("ssl.bundle") && !isSet(TRUST)) {
        passedOver =
            sources.containsKey(path)
                ? "the SSL bundle '" + properties.getSsl().getBundle() + "'"
                : sources.keySet().stream().anyMatch(TRUST::contains) ? "the trust store" : null;
      }
      for (List<String> group : List.of(TRUST, KEY, PROXY)) {
        boolean replaced = group != PROXY && path.equals("ssl.bundle");
        if ((group.contains(path) || replaced) && !isSet(group)) {
          group.forEach(this::forget);
        }
      }
      set.add(path);
      sources.put(path, property);
    }

    private void forget(String path) {
      if (sources.remove(path) != null) {
        values.setPropertyValue(camel(path), null);
      }
    }

    private boolean isSet(List<String> group) {
      return group.stream().anyMatch(set::contains);
    }

    void requireBundleOrStores() {
      if (set.contains("ssl.bundle")) {
        Stream.concat(TRUST.stream(), KEY.stream())
            .filter(set::contains)
            .filter(path -> hasText(value(path)))
            .findFirst()
            .ifPresent(
                path -> {
                  throw new RepriseConfigurationException(
                      prefix + ".ssl.bundle",
                      "it is set together with " + prefix + "." + path,
                      "Give either a bundle, which holds trust and keys, or stores");
                });
      }
    }
  }

  /** Name of the client. */
  public String name() {
    return name;
  }

  /** The values in force. Not to be changed. */
  public ClientProperties properties() {
    return properties;
  }

  /** A value in words, with what is secret in it; null for none. */
  String value(String property) {
    return property == null ? null : (String) values.getPropertyValue(camel(property));
  }

  private static String camel(String property) {
    return Pattern.compile("-(.)")
        .matcher(property)
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  /** What would be inherited for trust if there were no nearer bundle; null for nothing. */
  String passedOver() {
    return passedOver;
  }

  /** Whether an empty key store says that no inherited key is shown. */
  boolean showsNoKey() {
    return KEY.stream().anyMatch(sources::containsKey)
        && KEY.stream().noneMatch(path -> hasText(value(path)));
  }

  /**
   * Full name by which the value in force of a property is set, or would be: of a store or a proxy
   * beside its other parts.
   */
  public String named(String property) {
    String beside =
        sources.containsKey(property)
            ? property
            : Stream.of(TRUST, KEY, PROXY)
                .filter(group -> group.contains(property))
                .flatMap(List::stream)
                .filter(sources::containsKey)
                .findFirst()
                .orElse(null);
    if (beside == null) {
      return prefix(name) + "." + property;
    }
    String full = sources.get(beside).getName().toString().replaceFirst("\\[.*", "");
    return full.substring(0, full.length() - beside.length()) + property;
  }

  /** Full names of what is set of TLS. */
  List<String> setOfTls() {
    return sources.keySet().stream()
        .filter(path -> path.startsWith("ssl.") && !path.endsWith("password"))
        .map(this::named)
        .collect(Collectors.toList());
  }

  /** Whether a property is set at all. */
  public boolean isSet(String property) {
    return sources.containsKey(property);
  }

  /** Refuses whatever is not sound. */
  ClientConfiguration checked() {
    ClientProperties.Pool pool = properties.getPool();
    upToPorts("pool.max-total", pool.getMaxTotal());
    upToPorts("pool.max-per-route", pool.getMaxPerRoute());
    Duration hour = Duration.ofHours(1);
    within("pool.acquire-timeout", pool.getAcquireTimeout(), MILLISECOND, hour);
    within("pool.max-idle-time", pool.getMaxIdleTime(), Duration.ZERO, LONGEST);
    if (pool.getMaxLifeTime() != null) {
      within("pool.max-life-time", pool.getMaxLifeTime(), MILLISECOND, LONGEST);
    }
    within("connect-timeout", properties.getConnectTimeout(), MILLISECOND, hour);
    within("read-timeout", properties.getReadTimeout(), MILLISECOND, Duration.ofDays(1));
    checkProxy(properties.getProxy());
    return this;
  }

  /** The servers to which a connection is opened when the application is ready. */
  List<URI> atStart() {
    List<URI> given = properties.getPreconnect().getAtStart();
    return given == null ? List.of() : given;
  }

  /** Refuses servers to which no connection would be opened. */
  void checkAtStart(TlsSettings settings) {
    if (atStart().isEmpty()) {
      return;
    }
    if (!atStart().stream().allMatch(ClientConfiguration::isHttps)) {
      throw refused(
          AT_START,
          "one of its values, not shown here since it may hold a password, is no https URL with a"
              + " host and port",
          "Give URLs such as https://bank.example");
    }
    if (proxy() != null) {
      throw refused(
          AT_START,
          "the client has a proxy, and no connection is opened ahead of need through one",
          "Remove it, or " + named("proxy.host"));
    }
    if (settings.maxPreconnectionsPerPeer() == 0) {
      String most = named("preconnect.max-per-peer");
      throw refused(AT_START, most + " is 0, so nothing would be opened", "Set that to 1 or more");
    }
  }

  private static boolean isHttps(URI uri) {
    return uri != null
        && "https".equalsIgnoreCase(uri.getScheme())
        && uri.getHost() != null
        && uri.getPort() <= 65_535;
  }

  private void upToPorts(String property, int value) {
    naming(() -> IllegalSettingException.requireWithin(named(property), value, 1, 65_535));
  }

  private void within(String property, Duration value, Duration least, Duration most) {
    naming(() -> IllegalSettingException.requireWithin(named(property), value, least, most));
  }

  private static void naming(Runnable work) {
    try {
      work.run();
    } catch (IllegalSettingException e) {
      throw refused(e.setting(), e);
    }
  }

  /** A setting that was refused, under the full name of a property. */
  static RepriseConfigurationException refused(String property, IllegalSettingException e) {
    return new RepriseConfigurationException(
        property, e, "Give a value that is supported, or leave the property out");
  }

  /** Warns of properties of the JVM that have no effect on this client. */
  void warnOfTheJvm() {
    if (Stream.of("ssl.bundle", "ssl.key-store", "ssl.certificate")
        .noneMatch(path -> hasText(value(path)))) {
      warnOf("javax.net.ssl.keyStore", "ssl.key-store");
    }
    if (proxy() == null) {
      warnOf("https.proxyHost", "proxy.host");
    }
  }

  private void warnOf(String setting, String property) {
    if (System.getProperty(setting) != null) {
      LOG.warn(
          String.format(
              "The system property %s is set, but client %s does not use it. Set %s.%s instead",
              setting, name, prefix(name), property));
    }
  }

  /** The proxy to call through; null for none. */
  public ClientProperties.Proxy proxy() {
    return hasText(properties.getProxy().getHost()) ? properties.getProxy() : null;
  }

  private void checkProxy(ClientProperties.Proxy proxy) {
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
    } else if (!isHost(proxy.getHost())) {
      throw refused(
          "proxy.host",
          "its value, not shown here since it may hold a password, is not a host name",
          String.format(
              "Give only the name or address, the port in %s, and a user and password in %s and %s",
              named("proxy.port"), named("proxy.username"), named("proxy.password")));
    } else if (proxy.getPort() == null) {
      throw refused(
          "proxy.port",
          "it is not set, but " + named("proxy.host") + " is",
          "Set it to the port of the proxy, such as 3128");
    } else if (user != password) {
      throw refused(
          user ? "proxy.password" : "proxy.username",
          "it is not set, but the " + (user ? "user name" : "password") + " is",
          "Set both, or neither");
    } else {
      upToPorts("proxy.port", proxy.getPort());
    }
  }

  /** Neither a URL nor host:port nor a placeholder; IPv6 addresses have several colons. */
  private static boolean isHost(String host) {
    int colon = host.indexOf(':');
    return host.indexOf('/') < 0
        && host.indexOf('@') < 0
        && host.indexOf('{') < 0
        && (colon < 0 || colon != host.lastIndexOf(':'));
  }

  /** Refuses a property of this client. */
  public RepriseConfigurationException refused(String property, String problem, String action) {
    return new RepriseConfigurationException(named(property), problem, action);
  }

  /** A sentence for a client certificate that has expired or soon will; empty for any other. */
  public static Optional<String> expiryAdvice(String client, TlsSettings settings) {
    Instant now = Instant.now();
    return settings
        .clientCertificateExpiry()
        .filter(end -> end.isBefore(now.plus(NEAR)))
        .map(
            end ->
                String.format(
                    "The client certificate of client %s %s %s: put a new one into"
                        + " %s.ssl.key-store or the bundle that it comes from.",
                    client,
                    end.isBefore(now) ? "has expired on" : "expires on",
                    end,
                    prefix(client)));
  }
}
