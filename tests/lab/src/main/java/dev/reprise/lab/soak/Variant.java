package dev.reprise.lab.soak;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way to soak: the callers, and the JDK. */
public enum Variant {
  /** As most callers are today. */
  PLATFORM_17("machine-17", 16, 16, 0, false),
  /** The same on a newer JDK. */
  PLATFORM_21("21.0.8", 16, 16, 0, false),
  /** The same on the newest JDK. */
  PLATFORM_25("25.0.2", 16, 16, 0, false),
  /** A virtual thread holds its carrier while it is in a synchronized block. */
  VIRTUAL_21("21.0.8", 1000, 500, 0, true),
  /** It does not (JEP 491). */
  VIRTUAL_25("25.0.2", 1000, 500, 0, true),
  /** As most callers are, with spares. */
  SPARES_17("machine-17", 16, 16, 8, false);

  static final List<Variant> USUAL = List.of(PLATFORM_17, VIRTUAL_21, VIRTUAL_25, SPARES_17);

  private final String jdk;
  private final int callers;
  private final int connections;
  private final int spares;
  private final boolean virtual;

  Variant(String jdk, int callers, int connections, int spares, boolean virtual) {
    this.jdk = jdk;
    this.callers = callers;
    this.connections = connections;
    this.spares = spares;
    this.virtual = virtual;
  }

  static Optional<Variant> labelled(String label) {
    return Arrays.stream(values()).filter(variant -> variant.label().equals(label)).findFirst();
  }

  /** Its name in options and of its files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What calls, in words. */
  public String words() {
    String threads = "%,d %s threads".formatted(callers, virtual ? "virtual" : "platform");
    return threads
        + (connections == callers ? "" : " over %,d connections".formatted(connections))
        + (spares == 0 ? "" : " with up to %d spares".formatted(spares));
  }

  /** The runtime's name in the JDK matrix. */
  String jdk() {
    return jdk;
  }

  int callers() {
    return callers;
  }

  int connections() {
    return connections;
  }

  /** How many spares there may be. */
  public int spares() {
    return spares;
  }

  /** Whether callers are virtual threads. */
  public boolean virtual() {
    return virtual;
  }
}
