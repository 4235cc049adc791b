package dev.reprise.spring.core;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreErrorsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The names under {@code reprise}: those of clients, and unknown ones. */
public final class PropertyNames {

  private static final Log LOG = LogFactory.getLog(PropertyNames.class);
  private static final Pattern FIT = Pattern.compile("(?!default$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private PropertyNames() {}

  /**
   * All clients, the default one among them, in alphabetical order. Unmodifiable. Warns of unknown
   * properties, by name and place only.
   *
   * @throws RepriseConfigurationException if one cannot be the name of a client
   */
  public static Set<String> clients(Environment environment) {
    Set<String> known = new TreeSet<>();
    RepriseProperties properties = read(environment, known);
    List<String> unknown =
        written(environment)
            .filter(each -> isOf(RepriseProperties.PREFIX + ".", each))
            .filter(each -> known.stream().noneMatch(property -> isOf(property, each)))
            .map(each -> each.getPropertyName() + " (" + place(each) + ")")
            .sorted()
            .collect(Collectors.toList());
    if (!unknown.isEmpty()) {
      LOG.warn("Unknown properties under reprise, which have no effect: " + unknown);
    }
    Map<String, String> names = new TreeMap<>();
    for (String name : properties.getClients().keySet()) {
      if (!FIT.matcher(name).matches()) {
        throw new RepriseConfigurationException(
            RepriseProperties.PREFIX + ".clients." + name,
            "'" + name + "' cannot be the name of a client",
            "Use words of lower-case letters and digits with dashes between them, such as"
                + " parcel-service. The name default is taken");
      }
      // For Boot they are the same without dashes, which are not written in variables.
      names.merge(name.replace("-", ""), name, (a, b) -> a.length() > b.length() ? a : b);
    }
    Set<String> clients = new TreeSet<>(names.values());
    clients.add(RepriseClients.DEFAULT);
    return Collections.unmodifiableSet(clients);
  }

  /**
   * Returns all properties that are set, and adds their names. Errors in them are reported when the
   * clients are made.
   */
  static RepriseProperties read(Environment environment, Set<String> known) {
    RepriseProperties properties = new RepriseProperties();
    // Values may be placeholders that have no value in a test slice.
    Binder.get(environment)
        .bind(
            RepriseProperties.PREFIX,
            Bindable.ofInstance(properties),
            new IgnoreErrorsBindHandler() {
              @Override
              public <T> Bindable<T> onStart(
                  ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
                known.add(name.toString());
                return target;
              }
            });
    return properties;
  }

  /**
   * Returns where a property, or one below it, is set: its name as the user has written it, and the
   * place. For a missing password, returns where its store or key is set. Empty if nothing is set.
   */
  public static Optional<String> origin(Environment environment, String property) {
    return written(environment)
        .filter(each -> isOf(property, each) || isOf(property + ".", each))
        .findFirst()
        .map(each -> "Property: " + each.getPropertyName() + "\n    Origin: " + place(each))
        .or(
            () ->
                property.endsWith("-password")
                    ? origin(environment, property.replace("-password", ""))
                    : Optional.empty());
  }

  /** Returns all properties that can be listed, the ones with the highest precedence first. */
  private static Stream<PropertySourceOrigin> written(Environment environment) {
    return ((ConfigurableEnvironment) environment)
        .getPropertySources().stream()
            .filter(EnumerablePropertySource.class::isInstance)
            .map(source -> (EnumerablePropertySource<?>) source)
            .flatMap(
                source ->
                    Arrays.stream(source.getPropertyNames())
                        .map(name -> new PropertySourceOrigin(source, name)));
  }

  /**
   * Whether that is the property, or an element of it, or if it ends with a dot below it. As Boot
   * compares names: without dashes; in a variable, all of them may be underscores.
   */
  private static boolean isOf(String property, PropertySourceOrigin written) {
    String name = written.getPropertyName().toLowerCase(Locale.ROOT);
    String lower = property.toLowerCase(Locale.ROOT);
    boolean variable = written.getPropertySource() instanceof SystemEnvironmentPropertySource;
    String path =
        variable
            ? name.replace('_', '.').replaceAll("\\.\\d+$", "")
            : name.replaceAll("[-_]|\\[\\d+]$", "");
    return Stream.of(lower.replaceAll("[-_]", ""), lower.replace('-', variable ? '.' : '-'))
        .anyMatch(each -> each.endsWith(".") ? path.startsWith(each) : path.equals(each));
  }

  private static Origin place(PropertySourceOrigin written) {
    return PropertySourceOrigin.get(written.getPropertySource(), written.getPropertyName());
  }
}
