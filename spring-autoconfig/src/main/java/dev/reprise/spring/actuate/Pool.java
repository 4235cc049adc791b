package dev.reprise.spring.actuate;

import java.util.function.IntSupplier;
import org.springframework.util.ClassUtils;

/** The connections of one manager at this moment, of HttpClient 4.5 or 5. */
final class Pool {

  private final IntSupplier[] counts;

  private Pool(IntSupplier... counts) {
    this.counts = counts;
  }

  /** The pool of a manager; null if it is neither's. */
  static Pool of(Object manager) {
    Pool pool = isPresent("org.apache.http.pool.ConnPoolControl") ? Four.of(manager) : null;
    return pool == null && isPresent("org.apache.hc.core5.pool.ConnPoolControl")
        ? Five.of(manager)
        : pool;
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, Pool.class.getClassLoader());
  }

  int leased() {
    return counts[0].getAsInt();
  }

  int available() {
    return counts[1].getAsInt();
  }

  int pending() {
    return counts[2].getAsInt();
  }

  int max() {
    return counts[3].getAsInt();
  }

  int maxPerRoute() {
    return counts[4].getAsInt();
  }

  /** Each names the classes of one library; loaded only where it is. */
  private static final class Four {
    static Pool of(Object manager) {
      if (!(manager instanceof org.apache.http.pool.ConnPoolControl)) {
        return null;
      }
      org.apache.http.pool.ConnPoolControl<?> pool =
          (org.apache.http.pool.ConnPoolControl<?>) manager;
      return new Pool(
          () -> pool.getTotalStats().getLeased(),
          () -> pool.getTotalStats().getAvailable(),
          () -> pool.getTotalStats().getPending(),
          () -> pool.getTotalStats().getMax(),
          pool::getDefaultMaxPerRoute);
    }
  }

  private static final class Five {
    static Pool of(Object manager) {
      if (!(manager instanceof org.apache.hc.core5.pool.ConnPoolControl)) {
        return null;
      }
      org.apache.hc.core5.pool.ConnPoolControl<?> pool =
          (org.apache.hc.core5.pool.ConnPoolControl<?>) manager;
      return new Pool(
          () -> pool.getTotalStats().getLeased(),
          () -> pool.getTotalStats().getAvailable(),
          () -> pool.getTotalStats().getPending(),
          () -> pool.getTotalStats().getMax(),
          pool::getDefaultMaxPerRoute);
    }
  }
}
