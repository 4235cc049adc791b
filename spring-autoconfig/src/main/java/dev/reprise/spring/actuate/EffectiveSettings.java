package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.core.ClientConfiguration;
import java.beans.PropertyDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * The values in force for a client, and where each comes from. Nothing secret is shown, nor what
 * the application has Boot's endpoints hide.
 */
final class EffectiveSettings {

  private final RepriseClient client;
  private final List<SanitizingFunction> hiding;

  private EffectiveSettings(RepriseClient client, List<SanitizingFunction> hiding) {
    this.client = client;
    this.hiding = hiding;
  }

  /** By name below the client's prefix, in alphabetical order; what is unset is left out. */
  static Map<String, Object> of(RepriseClient client, List<SanitizingFunction> hiding) {
    Map<String, Object> settings = new LinkedHashMap<>();
    new EffectiveSettings(client, hiding).collect(client.properties(), "", settings);
    return settings;
  }

  private void collect(Object properties, String path, Map<String, Object> into) {
    BeanWrapperImpl values = new BeanWrapperImpl(properties);
    for (PropertyDescriptor each : values.getPropertyDescriptors()) {
      String name = path + dashed(each.getName());
      Object value =
          each.getName().equals("class") ? null : values.getPropertyValue(each.getName());
      if (value != null && value.getClass().getName().startsWith("dev.reprise.")) {
        collect(value, name + ".", into);
      } else if (value != null) {
        Map<String, Object> told = new TreeMap<>(Map.of("origin", client.origin(name)));
        if (!told.containsValue(RepriseClient.TLS_SETTINGS_BEAN)) {
          told.put("value", shown(name, value));
        }
        into.put(name, told);
      }
    }
  }

  private String shown(String name, Object value) {
    if (name.endsWith("password") || value.toString().contains("-----BEGIN ")) {
      return SanitizableData.SANITIZED_VALUE;
    }
    String full = ClientConfiguration.prefix(client.name()) + "." + name;
    SanitizableData data = new SanitizableData(null, full, value);
    for (SanitizingFunction each : hiding) {
      data = each.apply(data);
    }
    return String.valueOf(data.getValue());
  }

  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
