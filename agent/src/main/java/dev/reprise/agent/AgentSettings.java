package dev.reprise.agent;

import dev.reprise.tls.IllegalSettingException;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a property file, and system properties of the same names, which win. */
final class AgentSettings {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  /** As Spring Boot has them, so that one property switches off both. */
  private static final Pattern FLAG =
      Pattern.compile("(true|on|yes|1)|false|off|no|0", Pattern.CASE_INSENSITIVE);

  /**
   * What factory and context have in common. Without Reprise a user's HostnameVerifier may accept
   * any name, the default context verifies none, and a connection may end without close_notify.
   */
  final TlsSettings.Builder tls =
      TlsSettings.builder().name("agent").hostnameVerification(false).requireCloseNotify(false);

  /** Preconnected connections of the factory; the context can have none. */
  int preconnections;

  boolean enabled = true;
  boolean required;

  private final Map<String, Consumer<String>> known =
      Map.of(
          "reprise.enabled", value -> enabled = flag(value),
          "reprise.agent.required", value -> required = flag(value),
          "reprise.preconnect.max-per-peer", this::preconnections,
          "reprise.require-close-notify", value -> tls.requireCloseNotify(flag(value)),
          "reprise.session-timeout", value -> tls.sessionTimeout(duration(value)));

  /**
   * Reads the settings.
   *
   * @param file the path of a property file, or null or empty for none
   * @throws IllegalSettingException if one is not known or has an illegal value
   */
  void read(String file) throws IOException {
    // Whether the JVM is to end is known before anything can go wrong, if it can be.
    take("reprise.agent.required", null);
    Properties properties = load(file);
    take("reprise.agent.required", properties);
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      if (!known.containsKey(name)) {
        throw new IllegalSettingException(
            name,
            "unknown property in " + file + "; known ones are " + new TreeSet<>(known.keySet()));
      }
    }
    known.keySet().forEach(name -> take(name, properties));
  }

  private static Properties load(String file) throws IOException {
    Properties properties = new Properties();
    if (file != null && !file.isEmpty()) {
      try {
        String text = Files.readString(Path.of(file));
        // Some editors begin it with a byte order mark.
        properties.load(new StringReader(text.replaceFirst("^\ufeff", "")));
      } catch (IOException | IllegalArgumentException e) {
        throw new IOException("The property file " + file + " cannot be read: " + e, e);
      }
    }
    return properties;
  }

  private void take(String name, Properties file) {
    String value = System.getProperty(name, file == null ? null : file.getProperty(name));
    if (value != null) {
      try {
        known.get(name).accept(value.trim());
      } catch (IllegalSettingException e) {
        throw new IllegalSettingException(name, e.problem(), e);
      }
    }
  }

  private void preconnections(String value) {
    try {
      preconnections = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalSettingException("", "'" + value + "' is not a number", e);
    }
    // Checks the bounds.
    TlsSettings.builder().maxPreconnectionsPerPeer(preconnections);
  }

  private static boolean flag(String value) {
    Matcher either = FLAG.matcher(value);
    if (!either.matches()) {
      throw new IllegalSettingException("", "'" + value + "' is neither true nor false");
    }
    return either.group(1) != null;
  }

  private static Duration duration(String value) {
    Matcher parts = DURATION.matcher(value);
    if (!parts.matches()) {
      throw new IllegalSettingException("", "'" + value + "' is not a duration such as 90s or 24h");
    }
    long amount = Long.parseLong(parts.group(1));
    switch (parts.group(2)) {
      case "ms":
        return Duration.ofMillis(amount);
      case "s":
        return Duration.ofSeconds(amount);
      case "m":
        return Duration.ofMinutes(amount);
      case "h":
        return Duration.ofHours(amount);
      default:
        return Duration.ofDays(amount);
    }
  }
}
