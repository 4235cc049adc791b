package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Interruption;
import dev.reprise.trial.Dimensions.Reload;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A point in the space of {@link Dimensions}. Its text has the dimensions that are not plain, such
 * as {@code route=tunnel trust=extended}, and can be read back. Immutable.
 */
final class Scenario {

  static final Scenario PLAIN = new Scenario(Map.of());

  /** Those that are not plain alone. */
  private final Map<Class<?>, Enum<?>> values;

  private Scenario(Map<Class<?>, Enum<?>> values) {
    this.values = values;
  }

  <E extends Enum<E>> E get(Class<E> dimension) {
    return dimension.cast(valueOf(dimension));
  }

  Enum<?> valueOf(Class<? extends Enum<?>> dimension) {
    return values.getOrDefault(dimension, dimension.getEnumConstants()[0]);
  }

  /** Whether a dimension has this value. */
  boolean is(Enum<?> value) {
    return valueOf(value.getDeclaringClass()) == value;
  }

  boolean isAny(Enum<?>... of) {
    return Arrays.stream(of).anyMatch(this::is);
  }

  /** Whether something is to happen when the target has read the first request. */
  boolean isReachedByRequest() {
    return isAny(Interruption.ABORT_WAITING, Interruption.SHUTDOWN_WAITING, Reload.DURING);
  }

  Scenario with(Enum<?> value) {
    Map<Class<?>, Enum<?>> changed = new LinkedHashMap<>(values);
    if (value.ordinal() == 0) {
      changed.remove(value.getDeclaringClass());
    } else {
      changed.put(value.getDeclaringClass(), value);
    }
    return new Scenario(changed);
  }

  /** The values that are not plain. */
  Collection<Enum<?>> changed() {
    return values.values();
  }

  /** The scenarios with one dimension nearer to plain. */
  List<Scenario> simpler() {
    return Dimensions.ALL.stream()
        .filter(values::containsKey)
        .map(dimension -> with(Dimensions.values(dimension)[0]))
        .toList();
  }

  static Scenario parse(String text) {
    Scenario scenario = PLAIN;
    for (String part : text.trim().split("\\s+")) {
      if (!part.isEmpty() && !part.equals("plain")) {
        scenario = scenario.with(value(part));
      }
    }
    return scenario;
  }

  private static Enum<?> value(String part) {
    int equals = part.indexOf('=');
    String name = equals < 0 ? part : part.substring(0, equals);
    for (Class<? extends Enum<?>> dimension : Dimensions.ALL) {
      if (label(dimension).equals(name)) {
        for (Enum<?> value : Dimensions.values(dimension)) {
          if (label(value).equals(part.substring(equals + 1))) {
            return value;
          }
        }
        throw new IllegalArgumentException(
            "'" + part + "': " + name + " is one of " + labels(dimension));
      }
    }
    throw new IllegalArgumentException(
        "'"
            + part
            + "' is not of the form dimension=value; the dimensions are "
            + Dimensions.ALL.stream().map(Scenario::label).collect(Collectors.joining(", ")));
  }

  static String label(Class<? extends Enum<?>> dimension) {
    return dimension
        .getSimpleName()
        .replace("Kind", "")
        .replaceAll("(?<=.)([A-Z])", "-$1")
        .toLowerCase(Locale.ROOT);
  }

  static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static List<String> labels(Class<? extends Enum<?>> dimension) {
    return Arrays.stream(Dimensions.values(dimension)).map(Scenario::label).toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scenario scenario && scenario.values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.isEmpty()
        ? "plain"
        : Dimensions.ALL.stream()
            .filter(values::containsKey)
            .map(dimension -> label(dimension) + "=" + label(values.get(dimension)))
            .collect(Collectors.joining(" "));
  }
}
