package dev.reprise.spring.actuate;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** Meters that end with their context, in registries that may live longer. Thread-safe. */
final class BoundMeters {

  private final List<Runnable> removals = new ArrayList<>();

  synchronized void add(MeterRegistry registry, Meter meter) {
    removals.add(() -> registry.remove(meter));
  }

  synchronized void remove() {
    removals.forEach(Runnable::run);
    removals.clear();
  }
}
