package dev.reprise.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** The names of clients, and of the properties and beans that are called after them. */
public final class ClientNames {

  /** The client of the plain {@code reprise.*}. */
  public static final String DEFAULT = "default";

  /** The bean of a client's {@link RepriseClient}. */
  public static final String CLIENT = "RepriseClient";

  /** The bean of a client's SSLSocketFactory. */
  public static final String SOCKETS = "SslSocketFactory";

  /** The bean of a client's connection manager of HttpClient 4.5. */
  public static final String MANAGER = "ConnectionManager";

  /** The bean of a client's HttpClient 4.5. */
  public static final String HTTP_CLIENT = "HttpClient";

  /** The bean of a client's WebServiceMessageSender. */
  public static final String SENDER = "MessageSender";

  /** The bean of a client's ClientHttpRequestFactory. */
  public static final String REQUESTS = "RequestFactory";

  private static final Set<String> KINDS =
      Set.of(CLIENT, SOCKETS, MANAGER, HTTP_CLIENT, SENDER, REQUESTS);

  private static final String CLIENTS = RepriseProperties.PREFIX + ".clients";
  private static final Pattern FIT = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Set<String> TAKEN = Set.of(DEFAULT, RepriseProperties.PREFIX);

  private ClientNames() {}

  /**
   * The names under {@code reprise.clients}. Their values are of no interest here, so that
   * placeholders in them are left alone.
   *
   * @throws RepriseConfigurationException if one cannot be the name of a client
   */
  public static Set<String> configured(Environment environment) {
    Map<String, Object> found =
        new Binder(ConfigurationPropertySources.get(environment))
            .bind(CLIENTS, Bindable.mapOf(String.class, Object.class))
            .orElse(Map.of());
    found.keySet().forEach(ClientNames::check);
    return canonical(found).keySet();
  }

  /**
   * One entry for names that are equal without dashes, which environment variables cannot have: the
   * one with dashes, whose values Boot's binder takes from both.
   */
  static <T> Map<String, T> canonical(Map<String, T> found) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String name : found.keySet()) {
      String former = names.putIfAbsent(name.replace("-", ""), name);
      if (former != null && name.contains("-")) {
        if (former.contains("-")) {
          throw new RepriseConfigurationException(
              CLIENTS + "." + name,
              "it differs from " + CLIENTS + "." + former + " in dashes alone",
              "Write the name of a client alike everywhere");
        }
        names.put(former, name);
      }
    }
    Map<String, T> canonical = new LinkedHashMap<>();
    names.values().forEach(name -> canonical.put(name, found.get(name)));
    return canonical;
  }

  private static void check(String name) {
    if (!FIT.matcher(name).matches()) {
      throw new RepriseConfigurationException(
          CLIENTS + "." + name,
          "'" + name + "' cannot be the name of a client",
          "Use lower-case letters and digits, in words with dashes between them, such as"
              + " parcel-service");
    }
    if (TAKEN.contains(name)) {
      throw new RepriseConfigurationException(
          CLIENTS + "." + name,
          "'" + name + "' is the name of the client that is configured under reprise itself",
          "Choose another name");
    }
  }

  /** What the names of a client's properties begin with. */
  public static String prefix(String client) {
    return client.equals(DEFAULT) ? RepriseProperties.PREFIX : CLIENTS + "." + client;
  }

  /**
   * Name of a client's bean: parcelServiceHttpClient, and repriseHttpClient for the default.
   *
   * @param kind one of the constants here
   */
  public static String bean(String client, String kind) {
    if (client.equals(DEFAULT)) {
      return "reprise" + (kind.startsWith("Reprise") ? kind.substring(7) : kind);
    }
    String[] words = client.split("-", -1);
    StringBuilder name = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      name.append(StringUtils.capitalize(words[i]));
    }
    return name + kind;
  }

  /** Names of all beans that a client may have. */
  public static Set<String> beans(String client) {
    return KINDS.stream().map(kind -> bean(client, kind)).collect(Collectors.toUnmodifiableSet());
  }

  /** Where the value of a property comes from, such as a file and line; null if it is not set. */
  public static String origin(Environment environment, String property) {
    ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationProperty found = source.getConfigurationProperty(name);
      if (found != null) {
        return found.getOrigin() == null ? "unknown" : found.getOrigin().toString();
      }
    }
    return null;
  }
}
