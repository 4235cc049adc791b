package dev.reprise.spring.core;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreErrorsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The names under {@code reprise}: those of clients, and unknown ones. */
public final class PropertyNames {

  private static final Log LOG = LogFactory.getLog(PropertyNames.class);
  private static final Pattern FIT = Pattern.compile("(?!default$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private PropertyNames() {}

  /**
   * All clients, the default one among them, in alphabetical order. Unmodifiable. Warns of unknown
   * properties, by name only.
   *
   * @throws RepriseConfigurationException if one cannot be the name of a client
   */
  public static Set<String> clients(Environment environment) {
    RepriseProperties properties = new RepriseProperties();
    Set<ConfigurationPropertyName> known = new HashSet<>();
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
    warnOfOthers(environment, known);
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

  /** In a variable, all dashes of a name may be underscores, which Boot shows as dots. */
  private static void warnOfOthers(Environment environment, Set<ConfigurationPropertyName> known) {
    ConfigurationPropertyName root = ConfigurationPropertyName.of(RepriseProperties.PREFIX);
    Set<ConfigurationPropertyName> inVariables =
        known.stream()
            .map(Object::toString)
            .map(name -> ConfigurationPropertyName.of(name.replaceAll("-(?=[a-z0-9])", ".")))
            .collect(Collectors.toSet());
    Set<String> unknown = new TreeSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
      if (source instanceof IterableConfigurationPropertySource) {
        ((IterableConfigurationPropertySource) source)
            .stream()
                .filter(root::isAncestorOf)
                .map(name -> name.isLastElementIndexed() ? name.getParent() : name)
                .filter(name -> !known.contains(name))
                .filter(name -> !(variables && inVariables.contains(name)))
                .forEach(name -> unknown.add(name.toString()));
      }
    }
    if (!unknown.isEmpty()) {
      LOG.warn("Unknown properties under reprise, which have no effect: " + unknown);
    }
  }
}
