package dev.reprise.spring.core;

import static dev.reprise.tls.IllegalSettingException.requireWithin;
import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsSettings;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.Environment;

/**
 * One client: its name, the values in force for it and where each is set. Three layers of
 * properties are bound one over the other: Boot's for every HTTP client, those under {@code
 * reprise}, and the client's own. Trust, key and proxy are each taken whole from the last layer
 * that sets them. A bundle replaces the stores of earlier layers; a store replaces only that part
 * of a bundle. An empty bundle or trust store counts as not set, so nobody drops the trust by it.
 */
public final class ClientConfiguration {

  private static final Log LOG = LogFactory.getLog(ClientConfiguration.class);

  private static final List<String> BUNDLE = List.of("ssl.bundle");
  private static final List<String> TRUST =
      List.of("ssl.trust-store", "ssl.trust-certificate", "ssl.trust-store-password");
  private static final List<String> KEY =
      List.of(
          "ssl.key-store",
          "ssl.certificate",
          "ssl.certificate-private-key",
          "ssl.key-store-password",
          "ssl.key-password");
  private static final List<String> PROXY =
      List.of("proxy.host", "proxy.port", "proxy.username", "proxy.password");
  private static final List<List<String>> GROUPS = List.of(BUNDLE, TRUST, KEY, PROXY);

  private static final String AT_START = "preconnect.at-start";
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(24);
  private static final Duration NEAR = Duration.ofDays(14);

  /** Neither a URL nor host:port nor a placeholder; IPv6 addresses have several colons. */
  private static final Pattern HOST = Pattern.compile("[^/@{:]+|[^/@{:]*:[^/@{:]*:[^/@{]*");

  private final String name;
  private final ClientProperties properties = new ClientProperties();

  /** What is set of the groups in each place, nearest first, by what full names begin with. */
  private final Map<String, Map<String, String>> set = new LinkedHashMap<>();

  /** By property, what its full name begins with where it is set, or the rest of its group. */
  private final Map<String, String> places = new HashMap<>();

  ClientConfiguration(String name, Environment environment) {
    this.name = name;
    Binder binder = Binder.get(environment);
    Stream.of(prefix(name), RepriseProperties.PREFIX, prefixOfBoot())
        .filter(Objects::nonNull)
        .distinct()
        .forEach(prefix -> set.put(prefix, texts(prefix, binder)));
    GROUPS.forEach(this::choose);
    List<String> farthestFirst = new ArrayList<>(set.keySet());
    Collections.reverse(farthestFirst);
    farthestFirst.forEach(prefix -> bind(binder, prefix));
  }

  public static String prefix(String client) {
    return client.equals(RepriseClients.DEFAULT)
        ? RepriseProperties.PREFIX
        : RepriseProperties.PREFIX + ".clients." + client;
  }

  /** Returns the prefix of Boot's properties for every HTTP client; null if Boot has none. */
  private static String prefixOfBoot() {
    String boot = "org.springframework.boot.";
    return Library.find(boot + "http.client.autoconfigure.HttpClientsProperties").isPresent()
        ? "spring.http.clients"
        : Library.find(boot + "autoconfigure.http.client.HttpClientProperties").isPresent()
            ? "spring.http.client"
            : null;
  }

  private static Map<String, String> texts(String prefix, Binder binder) {
    Map<String, String> texts = new HashMap<>();
    for (List<String> group : GROUPS) {
      for (String path : group) {
        String text = binder.bind(prefix + "." + path, String.class).orElse(null);
        if (text != null && (group == KEY || group == PROXY || hasText(text))) {
          texts.put(path, text);
        }
      }
    }
    if (texts.containsKey("ssl.bundle")) {
      Stream.concat(TRUST.stream(), KEY.stream())
          .filter(path -> hasText(texts.get(path)))
          .findFirst()
          .ifPresent(
              path -> {
                throw new RepriseConfigurationException(
                    prefix + ".ssl.bundle",
                    "it is set together with " + prefix + "." + path,
                    "Give either a bundle, which holds trust and keys, or stores");
              });
    }
    return texts;
  }

  /** Takes a group from the nearest place that has any of it, unless a bundle is nearer. */
  private void choose(List<String> group) {
    set.keySet().stream()
        .filter(place -> has(place, group) || (group != PROXY && has(place, BUNDLE)))
        .findFirst()
        .filter(place -> has(place, group))
        .ifPresent(place -> group.forEach(path -> places.put(path, place)));
  }

  private boolean has(String place, List<String> group) {
    return !Collections.disjoint(set.get(place).keySet(), group);
  }

  /** Whether trust would be inherited if there were no bundle. */
  boolean hidesTrust() {
    return set.keySet().stream()
        .skip(List.copyOf(set.keySet()).indexOf(places.get("ssl.bundle")) + 1L)
        .anyMatch(place -> has(place, TRUST) || has(place, BUNDLE));
  }

  private static boolean isGrouped(String path) {
    return GROUPS.stream().anyMatch(group -> group.contains(path));
  }

  private void bind(Binder binder, String prefix) {
    boolean ofBoot = !prefix.startsWith(RepriseProperties.PREFIX);
    boolean own = prefix.equals(prefix(name));
    BindHandler handler =
        new BindHandler() {
          @Override
          public <T> Bindable<T> onStart(
              ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            String path = path(name);
            // A server that one client calls is none of another's.
            boolean counts =
                isGrouped(path) ? prefix.equals(places.get(path)) : own || !path.equals(AT_START);
            return counts ? target : null;
          }

          @Override
          public Object onSuccess(
              ConfigurationPropertyName name,
              Bindable<?> target,
              BindContext context,
              Object result) {
            // For Boot no time at all means without a limit.
            if (ofBoot
                && result instanceof Duration
                && ((Duration) result).compareTo(Duration.ZERO) <= 0) {
              return null;
            }
            places.put(path(name), prefix);
            return result;
          }

          private String path(ConfigurationPropertyName name) {
            String full = name.toString();
            return full.substring(Math.min(full.length(), prefix.length() + 1));
          }
        };
    binder.bind(prefix, Bindable.ofInstance(properties), handler);
  }

  public String name() {
    return name;
  }

  public ClientProperties properties() {
    return properties;
  }

  /** Returns the value of a property of trust, key or proxy, secrets included; null for none. */
  String value(String property) {
    return set.getOrDefault(places.get(property), Collections.emptyMap()).get(property);
  }

  boolean has(String property) {
    return hasText(value(property));
  }

  private void warnOf(String why, String paths) {
    List<String> set =
        places.keySet().stream()
            .filter(path -> path.matches(paths))
            .map(this::named)
            .sorted()
            .collect(Collectors.toList());
    if (!set.isEmpty()) {
      LOG.warn(String.format("Client %s %s. These properties have no effect: %s", name, why, set));
    }
  }

  /** Warns, since Boot's sender trusts what Boot does, which may be more than is set here. */
  void warnOfBootsSender() {
    warnOf(
        "has no HttpClient, so WebServiceTemplate calls through Boot's sender", "(ssl|proxy)\\..*");
  }

  void warnOfTheJvm() {
    warnOfTheJvm("javax.net.ssl.keyStore", "ssl.key-store", "ssl.bundle", "ssl.certificate");
    warnOfTheJvm("https.proxyHost", "proxy.host");
  }

  private void warnOfTheJvm(String setting, String... instead) {
    if (System.getProperty(setting) != null && Stream.of(instead).noneMatch(this::has)) {
      LOG.warn(
          String.format(
              "The system property %s is set, but client %s does not use it. Set %s.%s instead",
              setting, name, prefix(name), instead[0]));
    }
  }

  /** Returns whether an empty key store switches the inherited key off. */
  boolean showsNoKey() {
    return places.containsKey("ssl.key-store") && KEY.stream().noneMatch(this::has);
  }

  /**
   * Returns the full name of the property that sets the value in force, or that would set it. A
   * part of a store or proxy is set where its other parts are.
   */
  public String named(String property) {
    return places.getOrDefault(property, prefix(name)) + "." + property;
  }

  ClientConfiguration checked() {
    try {
      ClientProperties.Pool pool = properties.getPool();
      requireWithin("pool.max-total", pool.getMaxTotal(), 1, 65_535);
      requireWithin("pool.max-per-route", pool.getMaxPerRoute(), 1, 65_535);
      Duration hour = Duration.ofHours(1);
      requireWithin("pool.acquire-timeout", pool.getAcquireTimeout(), MILLISECOND, hour);
      requireWithin("pool.max-idle-time", pool.getMaxIdleTime(), Duration.ZERO, LONGEST);
      if (pool.getMaxLifeTime() != null) {
        requireWithin("pool.max-life-time", pool.getMaxLifeTime(), MILLISECOND, LONGEST);
      }
      requireWithin("connect-timeout", properties.getConnectTimeout(), MILLISECOND, hour);
      requireWithin("read-timeout", properties.getReadTimeout(), MILLISECOND, Duration.ofDays(1));
      checkProxy();
    } catch (IllegalSettingException e) {
      throw refused(e.setting(), e);
    }
    for (URI uri : properties.getPreconnect().getAtStart()) {
      try {
        peer(uri);
      } catch (IllegalArgumentException e) {
        throw refused(AT_START, e.getMessage(), "Give URLs such as https://bank.example");
      }
    }
    return this;
  }

  /** Whether the client is to learn which requests lead to its calls, and can prepare for them. */
  boolean learns() {
    return properties.getPreconnect().getLearn() && prepares();
  }

  private boolean prepares() {
    return properties.getPreconnect().getMaxPerPeer() > 0 && proxy() == null;
  }

  void warnOfPreparing(boolean ofRequests) {
    String needs = named("preconnect.max-per-peer") + " and no proxy";
    if (!prepares()) {
      warnOf("opens nothing at the start: that needs " + needs, AT_START);
    }
    if (properties.getPreconnect().getLearn() && !(ofRequests && learns())) {
      warnOf("does not learn from requests: that needs Spring MVC, " + needs, "preconnect.learn");
    }
  }

  /** Returns the server of a URL, whose user, path and query may be secret. */
  static Peer peer(URI uri) {
    if (uri == null
        || !"https".equalsIgnoreCase(uri.getScheme())
        || uri.getHost() == null
        || uri.getPort() == 0
        || uri.getPort() > 65_535) {
      throw new IllegalArgumentException(
          "a value, not shown since it may hold a password, is not an https URL with a host and, if"
              + " any, a port up to 65535");
    }
    return Peer.of(uri.getHost(), uri.getPort() < 0 ? 443 : uri.getPort());
  }

  RepriseConfigurationException refused(String property, IllegalSettingException e) {
    return refused(
        property,
        e.getCause() == null ? e.problem() : e.problem() + ": " + e.getCause(),
        "Give a value that is supported, or leave the property out",
        e);
  }

  /** The proxy to call through; null for none. */
  public ClientProperties.Proxy proxy() {
    return has("proxy.host") ? properties.getProxy() : null;
  }

  private void checkProxy() {
    if (PROXY.stream().noneMatch(this::has)) {
      return;
    }
    boolean password = has("proxy.username") || has("proxy.password");
    PROXY.stream()
        .limit(password ? 4 : 2)
        .filter(each -> !has(each))
        .findFirst()
        .ifPresent(
            missing -> {
              throw refused(
                  missing,
                  "it is not set, but other properties of the proxy are",
                  "Set it, or remove the other properties of the proxy");
            });
    if (!HOST.matcher(value("proxy.host")).matches()) {
      throw refused(
          "proxy.host",
          "its value, not shown here since it may hold a password, is not a host name",
          String.format(
              "Give only the name or address, the port in %s, and a user and password in %s and %s",
              named("proxy.port"), named("proxy.username"), named("proxy.password")));
    }
    requireWithin("proxy.port", properties.getProxy().getPort(), 1, 65_535);
  }

  RepriseConfigurationException refused(String property, String problem, String action) {
    return refused(property, problem, action, null);
  }

  RepriseConfigurationException refused(
      String property, String problem, String action, Throwable cause) {
    return new RepriseConfigurationException(named(property), problem, action, cause);
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
