package dev.reprise.spring.tls;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseProperties;
import java.beans.PropertyDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Warns of properties under {@code reprise} that there are not, which Boot's binder passes over.
 */
final class UnknownProperties {

  private static final Log LOG = LogFactory.getLog(UnknownProperties.class);
  private static final ConfigurationPropertyName ROOT =
      ConfigurationPropertyName.of(RepriseProperties.PREFIX);
  private static final Set<String> PLAIN = names(RepriseProperties.class, "");
  private static final Set<String> OF_CLIENTS = names(ClientProperties.class, "");

  /** What part of its letters may differ in what is hinted at. */
  private static final int FARTHEST = 3;

  /** How many letters may differ in the word for clients. */
  private static final int MISSPELT = 3;

  private UnknownProperties() {}

  /** Tells the names, never the values; of sources that list what they have. */
  static void warn(Environment environment) {
    Set<String> unknown = new TreeSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      boolean variables = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
      if (source instanceof IterableConfigurationPropertySource) {
        ((IterableConfigurationPropertySource) source)
            .stream()
                .filter(ROOT::isAncestorOf)
                .filter(name -> !isKnown(name, variables))
                .map(name -> told(name, variables))
                .forEach(unknown::add);
      }
    }
    if (!unknown.isEmpty()) {
      LOG.warn("There are no such properties, and they are passed over: " + unknown);
    }
  }

  /**
   * In a variable a dash may be an underscore, so that nothing tells where a client's name ends.
   */
  private static boolean isKnown(ConfigurationPropertyName name, boolean variable) {
    boolean ofClient = isOfClient(name);
    String path = uniform(path(name, ofClient ? (variable ? 2 : 3) : 1, Form.UNIFORM));
    return (ofClient ? OF_CLIENTS : PLAIN)
        .stream()
            .map(UnknownProperties::uniform)
            .anyMatch(known -> variable && ofClient ? path.endsWith(known) : path.equals(known));
  }

  private static boolean isOfClient(ConfigurationPropertyName name) {
    return name.getNumberOfElements() > 3 && name.getElement(1, Form.UNIFORM).equals("clients");
  }

  /** What is of one client is not to be hinted at as of all of them. */
  private static boolean isAlmostOfClient(ConfigurationPropertyName name) {
    return name.getNumberOfElements() > 3
        && distance(name.getElement(1, Form.DASHED), "clients") <= MISSPELT;
  }

  private static String told(ConfigurationPropertyName name, boolean variable) {
    boolean ofClient = isOfClient(name) || isAlmostOfClient(name);
    String path = path(name, ofClient ? 3 : 1, Form.DASHED);
    String nearest =
        (ofClient ? OF_CLIENTS : PLAIN)
            .stream()
                .min(
                    Comparator.<String, Boolean>comparing(
                            known -> !uniform(known).startsWith(uniform(path)))
                        .thenComparing(known -> distance(known, path)))
                .orElseThrow();
    if (!uniform(nearest).startsWith(uniform(path))
        && distance(nearest, path) > path.length() / FARTHEST) {
      return name.toString();
    }
    String client = !ofClient || variable ? "<name>" : name.getElement(2, Form.DASHED);
    return String.format(
        "%s (is reprise.%s%s meant?)", name, ofClient ? "clients." + client + "." : "", nearest);
  }

  /** Without the places in lists. */
  private static String path(ConfigurationPropertyName name, int from, Form form) {
    return IntStream.range(from, name.getNumberOfElements())
        .filter(i -> !name.isNumericIndex(i))
        .mapToObj(i -> name.getElement(i, form))
        .collect(Collectors.joining("."));
  }

  private static String uniform(String name) {
    return name.replaceAll("[.-]", "");
  }

  private static Set<String> names(Class<?> type, String path) {
    Set<String> names = new LinkedHashSet<>();
    for (PropertyDescriptor each : BeanUtils.getPropertyDescriptors(type)) {
      String name = path + each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      if (each.getWriteMethod() != null) {
        names.add(name);
      } else if (!each.getName().equals("class")) {
        names.addAll(names(each.getPropertyType(), name + "."));
      }
    }
    return names;
  }

  /** How many letters have to be put in, taken out or changed to make one of the other. */
  private static int distance(String one, String other) {
    List<Integer> row = new ArrayList<>();
    for (int j = 0; j <= other.length(); j++) {
      row.add(j);
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row.set(0, i);
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row.get(j);
        row.set(j, Math.min(changed, 1 + Math.min(row.get(j), row.get(j - 1))));
      }
    }
    return row.get(other.length());
  }
}
