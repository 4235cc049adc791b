package dev.reprise.spring.core;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.beans.PropertyDescriptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

/** The names under {@code reprise}: those of clients, and those that there are not. */
final class PropertyNames {

  private static final Log LOG = LogFactory.getLog(PropertyNames.class);
  private static final ConfigurationPropertyName ROOT =
      ConfigurationPropertyName.of(RepriseProperties.PREFIX);
  private static final String CLIENTS = RepriseProperties.PREFIX + ".clients";
  private static final Pattern FIT = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Set<String> TAKEN = Set.of(RepriseClients.DEFAULT, RepriseProperties.PREFIX);
  private static final Set<String> OF_CLIENTS = names(ClientProperties.class, "");
  private static final Set<String> PLAIN = names(RepriseProperties.class, "");

  private final Set<String> clients = new TreeSet<>();
  private final Set<String> unknown = new TreeSet<>();

  private PropertyNames(Environment environment) {
    List<ConfigurationPropertyName> variables = new ArrayList<>();
    List<ConfigurationPropertySource> others = new ArrayList<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      Object underlying = source.getUnderlyingSource();
      if (underlying instanceof SystemEnvironmentPropertySource) {
        names(source).forEach(variables::add);
        // Spelt as a property is, as env(1) and containers can; Boot lists no such name.
        Stream.of(((SystemEnvironmentPropertySource) underlying).getPropertyNames())
            .filter(name -> name.startsWith(CLIENTS + "."))
            .forEach(name -> add(name.split("\\.", -1)[2]));
      } else {
        others.add(source);
        names(source).forEach(this::check);
      }
    }
    // Without the values, since placeholders in them may be unset in a test slice.
    new Binder(others)
        .bind(CLIENTS, Bindable.mapOf(String.class, Object.class))
        .orElse(Map.of())
        .keySet()
        .forEach(this::add);
    variables.forEach(this::addClientOf);
    clients.add(RepriseClients.DEFAULT);
  }

  private static Stream<ConfigurationPropertyName> names(ConfigurationPropertySource source) {
    return source instanceof IterableConfigurationPropertySource
        ? ((IterableConfigurationPropertySource) source).stream().filter(ROOT::isAncestorOf)
        : Stream.empty();
  }

  /**
   * All clients, the default one among them, in alphabetical order. Unmodifiable. Warns once of
   * properties that there are not, by name alone.
   *
   * @throws RepriseConfigurationException if one cannot be the name of a client
   */
  static Set<String> clients(Environment environment) {
    PropertyNames names = new PropertyNames(environment);
    if (!names.unknown.isEmpty()) {
      LOG.warn("Unknown properties under reprise, which have no effect: " + names.unknown);
    }
    return Collections.unmodifiableSet(names.clients);
  }

  private void add(String name) {
    if (!FIT.matcher(name).matches()) {
      throw refused(
          name,
          "'" + name + "' cannot be the name of a client",
          "Use lower-case letters and digits, in words with dashes between them, such as"
              + " parcel-service");
    }
    if (TAKEN.contains(name)) {
      throw refused(
          name,
          "'" + name + "' is the name of the client that is configured under reprise itself",
          "Choose another name");
    }
    for (String known : clients) {
      if (!known.equals(name) && known.replace("-", "").equals(name.replace("-", ""))) {
        throw refused(
            name,
            "it differs from " + CLIENTS + "." + known + " only in dashes",
            "Write the name of a client the same way everywhere");
      }
    }
    clients.add(name);
  }

  private static RepriseConfigurationException refused(String name, String problem, String action) {
    return new RepriseConfigurationException(CLIENTS + "." + name, problem, action);
  }

  private void check(ConfigurationPropertyName name) {
    String path = path(name, isOfClient(name) ? 3 : 1, name.getNumberOfElements());
    if ((isOfClient(name) ? OF_CLIENTS : PLAIN)
        .stream().noneMatch(known -> path.equals(known.replace("-", "")))) {
      unknown.add(name.toString());
    }
  }

  private static boolean isOfClient(ConfigurationPropertyName name) {
    return name.getNumberOfElements() > 3 && name.getElement(1, Form.UNIFORM).equals("clients");
  }

  /** The client is what is before a property, since a name may have underscores. */
  private void addClientOf(ConfigurationPropertyName variable) {
    int end = variable.getNumberOfElements();
    if (!isOfClient(variable)) {
      if (!isIn(PLAIN, path(variable, 1, end))) {
        unknown.add(variable.toString());
      }
      return;
    }
    for (int i = end - 1; i > 2; i--) {
      if (isIn(OF_CLIENTS, path(variable, i, end))) {
        String name = path(variable, 2, i).replace(".", "");
        if (clients.stream().noneMatch(known -> known.replace("-", "").equals(name))) {
          if (i > 3) {
            throw new RepriseConfigurationException(
                variable.toString(),
                "an environment variable sets it for an unknown client",
                "Write the client's name in the variable without underscores, or name the client in"
                    + " another source too, such as application.properties");
          }
          add(name);
        }
        return;
      }
    }
    unknown.add(variable.toString());
  }

  /** Without the places in lists. */
  private static String path(ConfigurationPropertyName name, int from, int to) {
    return IntStream.range(from, to)
        .filter(i -> !name.isNumericIndex(i))
        .mapToObj(i -> name.getElement(i, Form.UNIFORM))
        .collect(Collectors.joining("."));
  }

  /** In a variable no dash is written, or each as an underscore: some of them is no name. */
  private static boolean isIn(Set<String> names, String path) {
    return names.stream()
        .anyMatch(
            known -> path.equals(known.replace("-", "")) || path.equals(known.replace('-', '.')));
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
