package dev.reprise.spring;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** The names of clients, and what is called after them. */
final class ClientNames {

  /** The client of the plain {@code reprise.*}. */
  static final String DEFAULT = "default";

  private static final String CLIENTS = RepriseProperties.PREFIX + ".clients";
  private static final Pattern FIT = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  private static final Set<String> TAKEN = Set.of(DEFAULT, RepriseProperties.PREFIX);

  private ClientNames() {}

  /** The names under {@code reprise.clients}, checked. */
  static Set<String> configured(Environment environment) {
    Set<String> names =
        Binder.get(environment)
            .bind(CLIENTS, Bindable.mapOf(String.class, ClientProperties.class))
            .map(Map::keySet)
            .orElse(Set.of());
    names.forEach(ClientNames::check);
    return names;
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
  static String prefix(String client) {
    return client.equals(DEFAULT) ? RepriseProperties.PREFIX : CLIENTS + "." + client;
  }

  /** Name of a client's bean: parcelServiceHttpClient, and repriseHttpClient for the default. */
  static String bean(String client, String kind) {
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
}
