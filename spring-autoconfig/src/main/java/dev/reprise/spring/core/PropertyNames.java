package dev.reprise.spring.core;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.beans.PropertyDescriptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The names under {@code reprise}: those of clients, and those that there are not, which Boot's
 * binder passes over. Boot's own check is of no use for variables, in which a dash may be an
 * underscore.
 */
final class PropertyNames {

  private static final Log LOG = LogFactory.getLog(PropertyNames.class);
  private static final ConfigurationPropertyName ROOT =
      ConfigurationPropertyName.of(RepriseProperties.PREFIX);
  private static final String CLIENTS = RepriseProperties.PREFIX + ".clients";
  private static final Pattern FIT = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Set<String> TAKEN = Set.of(RepriseClients.DEFAULT, RepriseProperties.PREFIX);
  private static final Set<String> OF_CLIENTS = names(ClientProperties.class, "");
  private static final Set<String> PLAIN = names(RepriseProperties.class, "");

  private PropertyNames() {}

  /**
   * All clients, the default one among them, in alphabetical order; names that are equal without
   * dashes are one, the one with dashes, whose values Boot's binder takes from both. Unmodifiable.
   *
   * @throws RepriseConfigurationException if one cannot be the name of a client
   */
  static Set<String> clients(Environment environment) {
    List<ConfigurationPropertySource> sources = new ArrayList<>();
    List<ConfigurationPropertyName> variables = new ArrayList<>();
    Set<String> known = new LinkedHashSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (isOfVariables(source)) {
        names(source).filter(PropertyNames::isOfClient).forEach(variables::add);
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
        .forEach(name -> names.merge(uniform(name), check(name), PropertyNames::dashed));
    Set<String> all = new TreeSet<>(names.values());
    all.add(RepriseClients.DEFAULT);
    return Collections.unmodifiableSet(all);
  }

  private static boolean isOfVariables(ConfigurationPropertySource source) {
    return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
  }

  private static Stream<ConfigurationPropertyName> names(ConfigurationPropertySource source) {
    return source instanceof IterableConfigurationPropertySource
        ? ((IterableConfigurationPropertySource) source).stream().filter(ROOT::isAncestorOf)
        : Stream.empty();
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

  /** The client that a variable is of: what is before a property, where no client is known. */
  private static String clientOf(ConfigurationPropertyName variable, Set<String> known) {
    String first = variable.getElement(2, Form.UNIFORM);
    int end = variable.getNumberOfElements();
    for (int i = end - 1; i > 2; i--) {
      if (isIn(OF_CLIENTS, path(variable, i, end, Form.UNIFORM))) {
        String name = path(variable, 2, i, Form.UNIFORM).replace(".", "");
        Optional<String> client = known.stream().filter(one -> uniform(one).equals(name)).findAny();
        if (client.isEmpty() && i > 3) {
          throw new RepriseConfigurationException(
              variable.toString(),
              "it is set by an environment variable, and of no client that is known",
              "Write the client's name in the variable without underscores, or name the client in"
                  + " another source too, such as application.properties");
        }
        return client.orElse(first);
      }
    }
    return known.stream()
        .filter(one -> uniform(path(variable, 2, end, Form.UNIFORM)).startsWith(uniform(one)))
        .findAny()
        .orElse(first);
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

  /**
   * Refuses names of before for TLS, since a store that is passed over would change whom a client
   * trusts, and warns of all else that there is not. Tells names, no values, of sources that list
   * what they have.
   */
  static void check(Environment environment) {
    Set<String> unknown = new TreeSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      boolean variables = isOfVariables(source);
      names(source)
          .forEach(
              name -> {
                boolean ofClient = isOfClient(name);
                int end = name.getNumberOfElements();
                // In a variable nothing tells where a client's name ends.
                int last = ofClient && variables ? end : ofClient ? 4 : 2;
                List<String> paths =
                    IntStream.range(ofClient ? 3 : 1, Math.min(last, end))
                        .mapToObj(from -> path(name, from, end, Form.DASHED))
                        .collect(Collectors.toList());
                if (paths.stream()
                    .noneMatch(path -> isBound(ofClient ? OF_CLIENTS : PLAIN, path, variables))) {
                  paths.forEach(path -> refuseFormer(name, path));
                  unknown.add(name.toString());
                }
              });
    }
    if (!unknown.isEmpty()) {
      LOG.warn("There are no such properties, and they are passed over: " + unknown);
    }
  }

  private static void refuseFormer(ConfigurationPropertyName name, String path) {
    if (path.startsWith("tls.")) {
      throw new RepriseConfigurationException(
          name.toString(), "what was under tls is under ssl now", "Rename it");
    }
  }

  private static boolean isOfClient(ConfigurationPropertyName name) {
    return name.getNumberOfElements() > 3 && name.getElement(1, Form.UNIFORM).equals("clients");
  }

  /** Without the places in lists. */
  private static String path(ConfigurationPropertyName name, int from, int to, Form form) {
    return IntStream.range(from, to)
        .filter(i -> !name.isNumericIndex(i))
        .mapToObj(i -> name.getElement(i, form))
        .collect(Collectors.joining("."));
  }

  private static boolean isIn(Set<String> names, String path) {
    return names.stream().anyMatch(known -> uniform(known).equals(uniform(path)));
  }

  /** In a variable no dash is written, or each as an underscore: some of them is no name. */
  private static boolean isBound(Set<String> names, String path, boolean variable) {
    return names.stream()
        .anyMatch(
            known ->
                path.replace("-", "").equals(known.replace("-", ""))
                    || (variable && path.equals(known.replace('-', '.'))));
  }

  private static String uniform(String name) {
    return name.replaceAll("[.-]", "");
  }

  /** Of properties that can be set. */
  private static Set<String> names(Class<?> type, String path) {
    Set<String> names = new LinkedHashSet<>();
    for (PropertyDescriptor each : BeanUtils.getPropertyDescriptors(type)) {
      String name = path + each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      if (each.getWriteMethod() != null) {
        names.add(name);
      } else if (!List.of("class", "clients").contains(each.getName())) {
        names.addAll(names(each.getPropertyType(), name + "."));
      }
    }
    return names;
  }
}
