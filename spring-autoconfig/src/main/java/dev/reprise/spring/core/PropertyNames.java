package dev.reprise.spring.core;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreErrorsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** The names under {@code reprise}: those of clients, and unknown ones. */
public final class PropertyNames {

  private static final Log LOG = LogFactory.getLog(PropertyNames.class);
  private static final ConfigurationPropertyName PREFIX =
      ConfigurationPropertyName.of(RepriseProperties.PREFIX);
  private static final Pattern FIT = Pattern.compile("(?!default$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private PropertyNames() {}

  /**
   * All clients, the default one among them. Warns of unknown properties, by name and place only,
   * since a value may be a secret.
   */
  public static Set<String> clients(Environment environment) {
    Set<ConfigurationPropertyName> known = new HashSet<>();
    RepriseProperties properties = read(environment, known);
    List<String> unknown =
        listable(environment)
            .flatMap(source -> unknown(source, known))
            .map(each -> each.getName() + " (" + each.getOrigin() + ")")
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
  static RepriseProperties read(Environment environment, Set<ConfigurationPropertyName> known) {
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
                known.add(name);
                return target;
              }
            });
    return properties;
  }

  /** Compares origins, since a variable has other names than the property that is bound to it. */
  private static Stream<ConfigurationProperty> unknown(
      IterableConfigurationPropertySource source, Set<ConfigurationPropertyName> known) {
    Set<String> bound =
        set(source, known.stream())
            .map(each -> each.getOrigin().toString())
            .collect(Collectors.toSet());
    return set(source, source.stream().filter(PREFIX::isAncestorOf))
        // Where another source overrides the whole list, its elements are not asked for.
        .filter(
            each ->
                !(each.getName().isLastElementIndexed()
                    && known.contains(each.getName().getParent())))
        .filter(each -> !bound.contains(each.getOrigin().toString()));
  }

  /** Returns where a property, or one below it, is set; empty if nothing is. */
  public static Optional<String> origin(Environment environment, String property) {
    ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
    return listable(environment)
        .flatMap(
            source ->
                set(
                    source,
                    Stream.concat(Stream.of(name), source.stream().filter(name::isAncestorOf))))
        .findFirst()
        .map(each -> "Property: " + each.getName() + "\n    Origin: " + each.getOrigin());
  }

  /** The one with the highest precedence first. */
  private static Stream<IterableConfigurationPropertySource> listable(Environment environment) {
    return StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
        .filter(IterableConfigurationPropertySource.class::isInstance)
        .map(IterableConfigurationPropertySource.class::cast);
  }

  private static Stream<ConfigurationProperty> set(
      ConfigurationPropertySource source, Stream<ConfigurationPropertyName> names) {
    return names.map(source::getConfigurationProperty).filter(Objects::nonNull);
  }
}
