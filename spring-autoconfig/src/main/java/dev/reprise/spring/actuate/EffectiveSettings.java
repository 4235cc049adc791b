package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import java.beans.PropertyDescriptor;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.BeanWrapperImpl;

/** The values in force for a client, and where each comes from. Nothing secret is shown. */
final class EffectiveSettings {

  private EffectiveSettings() {}

  /** By name below the client's prefix, in alphabetical order; what is unset is left out. */
  static Map<String, Object> of(RepriseClient client) {
    Map<String, Object> settings = new LinkedHashMap<>();
    collect(client.properties(), "", client, settings);
    return settings;
  }

  private static void collect(
      Object properties, String path, RepriseClient client, Map<String, Object> into) {
    BeanWrapperImpl values = new BeanWrapperImpl(properties);
    for (PropertyDescriptor each : values.getPropertyDescriptors()) {
      String name = path + dashed(each.getName());
      Object value =
          each.getName().equals("class") ? null : values.getPropertyValue(each.getName());
      if (value != null && value.getClass().getName().startsWith("dev.reprise.")) {
        collect(value, name + ".", client, into);
      } else if (value != null) {
        Map<String, Object> told = new TreeMap<>(Map.of("origin", client.origin(name)));
        if (!told.containsValue(RepriseClient.TLS_SETTINGS_BEAN)) {
          told.put("value", shown(name, value));
        }
        into.put(name, told);
      }
    }
  }

  private static String shown(String name, Object value) {
    boolean secret = name.endsWith("password") || value.toString().contains("-----BEGIN ");
    return secret ? "******" : value.toString();
  }

  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
