package dev.reprise.lab.soak;

import java.util.Locale;

/** A way to soak: the callers, and the JDK. */
enum Variant {
  /** As most callers are today. */
  PLATFORM_17("machine-17", 16, 16, 0, false),
  /** A virtual thread holds its carrier while it is in a synchronized block. */
  VIRTUAL_21("21.0.8", 1000, 500, 0, true),
  /** It does not (JEP 491). */
  VIRTUAL_25("25.0.2", 1000, 500, 0, true),
  PRECONNECTIONS_17("machine-17", 16, 16, 8, false),
  PRECONNECTIONS_21("21.0.8", 64, 64, 8, true);

  final String jdk;
  final int callers;
  final int connections;
  final int preconnections;
  final boolean virtual;

  Variant(String jdk, int callers, int connections, int preconnections, boolean virtual) {
    this.jdk = jdk;
    this.callers = callers;
    this.connections = connections;
    this.preconnections = preconnections;
    this.virtual = virtual;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String words() {
    String threads = "%,d %s threads".formatted(callers, virtual ? "virtual" : "platform");
    return threads
        + (connections == callers ? "" : " over %,d connections".formatted(connections))
        + (preconnections == 0
            ? ""
            : " with up to %d preconnected connections".formatted(preconnections));
  }
}
