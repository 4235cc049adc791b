package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A point in the space of {@link Dimensions}. Its text has the dimensions that are not plain, such
 * as {@code route=tunnel trust=extended}, and can be read back. Immutable.
 *
 * @param values by their dimensions, as {@code dimension=value}; those that are not plain alone
 */
record Scenario(Map<String, String> values) {

  static final Scenario PLAIN = new Scenario(Map.of());

  /** What takes a timeout to end. */
  private static final Set<String> SILENT =
      Set.of(
          "fault=stall",
          "fault=stall-amid-body",
          "fault=stall-handshake",
          "proxy-fault=stall",
          "proxy-fault=stall-tunnel");

  String get(String dimension) {
    String value = values.get(dimension);
    return value == null
        ? Dimensions.ALL.get(dimension).get(0)
        : value.substring(dimension.length() + 1);
  }

  /** Whether a dimension has this value, given as {@code dimension=value}. */
  boolean is(String value) {
    String dimension = Dimensions.of(value);
    return value.equals(dimension + "=" + get(dimension));
  }

  boolean isAny(String... of) {
    return Arrays.stream(of).anyMatch(this::is);
  }

  boolean isPlain(String dimension) {
    return !values.containsKey(dimension);
  }

  int number(String dimension) {
    return Integer.parseInt(get(dimension));
  }

  Fault fault() {
    return Fault.labelled(get("fault"));
  }

  /** Whether no request comes through the fault. */
  boolean isFaultOfConnection() {
    return isAny(
        "fault=close-in-handshake",
        "fault=reset-in-handshake",
        "fault=stall-handshake",
        "fault=garbage",
        "fault=alert-in-handshake",
        "fault=close-after-handshake");
  }

  boolean keeps() {
    return isAny("persistence=keep", "persistence=keep-but-ends");
  }

  String verb() {
    return get("method").split("-")[0].toUpperCase(Locale.ROOT);
  }

  boolean hasBody() {
    return verb().equals("POST");
  }

  /** Short where somebody is silent. */
  int timeoutMillis() {
    return SILENT.stream().anyMatch(this::is) ? 500 : 5_000;
  }

  /** Whether something is to happen from another thread at a point of the first call. */
  boolean hasPoint() {
    return isReachedByRequest()
        || isAny(
            "interruption=abort-in-connect-request",
            "interruption=abort-in-handshake",
            "interruption=shutdown-in-handshake");
  }

  /** Whether that is to happen when the target has read the first request. */
  boolean isReachedByRequest() {
    return isAny("interruption=abort-waiting", "interruption=shutdown-waiting", "reload=during");
  }

  Scenario with(String value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    String dimension = Dimensions.of(value);
    if (value.equals(Dimensions.plain(dimension))) {
      changed.remove(dimension);
    } else {
      changed.put(dimension, value);
    }
    return new Scenario(changed);
  }

  /** The scenarios with one dimension nearer to plain. */
  List<Scenario> simpler() {
    return values.keySet().stream().map(dimension -> with(Dimensions.plain(dimension))).toList();
  }

  static Scenario parse(String text) {
    Scenario scenario = PLAIN;
    for (String part : text.trim().split("\\s+")) {
      scenario = part.isEmpty() || part.equals("plain") ? scenario : scenario.with(part);
    }
    return scenario;
  }

  @Override
  public String toString() {
    return values.isEmpty()
        ? "plain"
        : Dimensions.ALL.keySet().stream()
            .filter(values::containsKey)
            .map(values::get)
            .collect(Collectors.joining(" "));
  }
}
