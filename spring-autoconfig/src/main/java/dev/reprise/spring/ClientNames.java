package dev.reprise.spring;

import java.beans.PropertyDescriptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;

/** The names of clients, and of the properties and beans that are called after them. */
public final class ClientNames {

  /** The client of the plain {@code reprise.*}. */
  public static final String DEFAULT = "default";

  private static final String CLIENTS = RepriseProperties.PREFIX + ".clients";
  private static final ConfigurationPropertyName NAMES = ConfigurationPropertyName.of(CLIENTS);
  private static final Pattern FIT = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Set<String> TAKEN = Set.of(DEFAULT, RepriseProperties.PREFIX);

  /** What the name of a client is followed by in an environment variable. */
  private static final Pattern PROPERTY =
      Pattern.compile(
          Arrays.stream(BeanUtils.getPropertyDescriptors(ClientProperties.class))
              .map(PropertyDescriptor::getName)
              .filter(name -> !name.equals("class"))
              .map(name -> name.replaceFirst("(?=[A-Z])", "("))
              .map(name -> name.contains("(") ? name + ")?" : name)
              .collect(Collectors.joining("|"))
              .toLowerCase(Locale.ROOT));

  private static final String BOOT_4 = "org.springframework.boot.http.client.autoconfigure.";
  private static final String BOOT_3 = "org.springframework.boot.autoconfigure.http.client.";

  /** What Boot has for HTTP clients too, and calls so. */
  private static final Map<String, String> OF_BOOT =
      Map.of(
          "tls.bundle", ".ssl.bundle",
          "redirects", ".redirects",
          "cookies", ".cookie-handling",
          "timeouts.connect", ".connect-timeout",
          "timeouts.read", ".read-timeout");

  /** A store or a proxy, which is inherited whole, and what may be set of them. */
  private static final Pattern OF_GROUP =
      Pattern.compile("(tls\\.trust-store|tls\\.key-store|proxy)\\.[^.]+");

  private static final List<String> PARTS =
      List.of(
          "host",
          "port",
          "username",
          "location",
          "certificate",
          "private-key",
          "type",
          "password",
          "key-password");

  private ClientNames() {}

  /**
   * The names under {@code reprise.clients}. Names that are equal without dashes are one, the one
   * with dashes, whose values Boot's binder takes from both.
   *
   * @throws RepriseConfigurationException if one cannot be the name of a client
   */
  public static Set<String> configured(Environment environment) {
    List<ConfigurationPropertySource> sources = new ArrayList<>();
    List<ConfigurationPropertyName> variables = new ArrayList<>();
    Set<String> known = new LinkedHashSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource
          && source instanceof IterableConfigurationPropertySource) {
        ((IterableConfigurationPropertySource) source)
            .stream().filter(NAMES::isAncestorOf).forEach(variables::add);
        // Spelt as a property is, as env(1) and containers can; Boot lists no such name.
        Stream.of(
                ((SystemEnvironmentPropertySource) source.getUnderlyingSource()).getPropertyNames())
            .filter(name -> name.startsWith(CLIENTS + "."))
            .map(name -> name.split("\\.", -1)[2])
            .forEach(known::add);
      } else {
        sources.add(source);
      }
    }
    // Without the values, since placeholders in them may be unset in a test slice.
    known.addAll(
        new Binder(sources)
            .bind(CLIENTS, Bindable.mapOf(String.class, Object.class))
            .orElse(Map.of())
            .keySet());
    Map<String, String> names = new LinkedHashMap<>();
    Stream.concat(known.stream(), variables.stream().map(variable -> clientOf(variable, known)))
        .forEach(name -> names.merge(name.replace("-", ""), check(name), ClientNames::dashed));
    return new LinkedHashSet<>(names.values());
  }

  /** All clients, the default one among them, in alphabetical order. Unmodifiable. */
  public static Set<String> all(Environment environment) {
    Set<String> names = new TreeSet<>(configured(environment));
    names.add(DEFAULT);
    return Collections.unmodifiableSet(names);
  }

  private static String dashed(String one, String other) {
    if (one.contains("-") && other.contains("-") && !one.equals(other)) {
      throw new RepriseConfigurationException(
          CLIENTS + "." + other,
          "it differs from " + CLIENTS + "." + one + " in dashes alone",
          "Write the name of a client alike everywhere");
    }
    return one.contains("-") ? one : other;
  }

  /** The client that an environment variable is of, where a dash is nothing or an underscore. */
  private static String clientOf(ConfigurationPropertyName variable, Set<String> known) {
    StringBuilder name = new StringBuilder();
    List<String> fit = new ArrayList<>();
    for (int i = 2; i + 1 < variable.getNumberOfElements(); i++) {
      name.append(variable.getElement(i, Form.UNIFORM));
      if (PROPERTY.matcher(variable.getElement(i + 1, Form.UNIFORM)).matches()) {
        fit.add(0, name.toString());
      }
    }
    String first = variable.getElement(2, Form.UNIFORM);
    Optional<String> longest =
        fit.stream()
            .flatMap(each -> known.stream().filter(one -> one.replace("-", "").equals(each)))
            .findFirst();
    if (longest.isEmpty() && !fit.isEmpty() && !fit.contains(first)) {
      throw new RepriseConfigurationException(
          variable.toString(),
          "it is set by an environment variable, and of no client that is known",
          "Write the client's name in the variable without underscores, or name the client in"
              + " another source too, such as application.properties");
    }
    return longest.orElse(first);
  }

  private static String check(String name) {
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
    return name;
  }

  /** What the names of a client's properties begin with. */
  public static String prefix(String client) {
    return client.equals(DEFAULT) ? RepriseProperties.PREFIX : CLIENTS + "." + client;
  }

  /**
   * What this generation of Boot gives all of its HTTP clients; zero is none there. By the names of
   * properties here.
   */
  public static Map<String, Object> ofBoot(Environment environment) {
    Map<String, Object> values = new HashMap<>();
    String prefix = prefixOfBoot();
    if (prefix != null) {
      OF_BOOT.forEach(
          (property, name) -> {
            Class<?> type = name.endsWith("timeout") ? Duration.class : String.class;
            Object value = Binder.get(environment).bind(prefix + name, type).orElse(null);
            if (value != null && property.equals("redirects")) {
              value = unless("dontfollow", (String) value);
            } else if (value != null && property.equals("cookies")) {
              value = unless("disable", (String) value);
            }
            boolean none =
                value instanceof Duration && ((Duration) value).compareTo(Duration.ZERO) <= 0;
            if (value != null && !none) {
              values.put(property, value);
            }
          });
    }
    return values;
  }

  /** Boot's words for it, as leniently spelt as its binder takes them; null for none. */
  private static Boolean unless(String no, String given) {
    String word = given.replaceAll("[^A-Za-z]", "");
    return word.isEmpty() ? null : !word.equalsIgnoreCase(no);
  }

  /** Null where there is nothing of the kind. */
  private static String prefixOfBoot() {
    if (isPresent(BOOT_4 + "HttpClientsProperties")) {
      return "spring.http.clients";
    }
    return isPresent(BOOT_3 + "HttpClientProperties") ? "spring.http.client" : null;
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, ClientNames.class.getClassLoader());
  }

  /**
   * What gives a client the value in force of one of its properties; null for a default.
   *
   * @param name below the client's prefix, such as {@code timeouts.read}
   */
  public static ConfigurationProperty source(Environment environment, String client, String name) {
    ConfigurationProperty found = find(environment, prefix(client) + "." + name);
    if (found == null && client.equals(DEFAULT) && ofBoot(environment).containsKey(name)) {
      found = find(environment, prefixOfBoot() + OF_BOOT.get(name));
    }
    return found == null && !client.equals(DEFAULT) ? source(environment, DEFAULT, name) : found;
  }

  /**
   * Full name by which the value in force of a client's property is set, or would be: of a store or
   * a proxy beside its other parts.
   */
  public static String named(Environment environment, String client, String name) {
    Matcher group = OF_GROUP.matcher(name);
    if (group.matches()) {
      return Stream.of(client, DEFAULT)
              .map(each -> prefix(each) + ".")
              .filter(each -> isSet(environment, each + group.group(1)))
              .findFirst()
              .orElse(prefix(client) + ".")
          + name;
    }
    ConfigurationProperty source = source(environment, client, name);
    return source == null ? prefix(client) + "." + name : source.getName().toString();
  }

  private static boolean isSet(Environment environment, String group) {
    return PARTS.stream().anyMatch(part -> find(environment, group + "." + part) != null);
  }

  /** Whether it is one of Reprise's own, and not of Boot's. */
  public static boolean isOfReprise(ConfigurationPropertyName name) {
    return name.getElement(0, Form.UNIFORM).equals(RepriseProperties.PREFIX);
  }

  /** What sets the property of a full name; null for nothing. */
  public static ConfigurationProperty find(Environment environment, String property) {
    // Not only a name that fits, since one that does not is what an error may be about.
    ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationProperty found = source.getConfigurationProperty(name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** What is set first of all that is below a name, such as one of a client; null for nothing. */
  public static ConfigurationProperty below(Environment environment, String property) {
    ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource) {
        Optional<ConfigurationPropertyName> found =
            ((IterableConfigurationPropertySource) source)
                .stream().filter(name::isAncestorOf).findFirst();
        if (found.isPresent()) {
          return source.getConfigurationProperty(found.get());
        }
      }
    }
    return null;
  }
}
