package dev.reprise.spring.actuate;

import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import java.util.function.IntSupplier;

/** The connections of one client at this moment, of HttpClient 4.5 or 5. */
final class Pool {

  private final IntSupplier[] counts;

  private Pool(IntSupplier... counts) {
    this.counts = counts;
  }

  /** Whether a library has one that is known here. */
  static boolean isOf(Library library) {
    return library == Library.HTTPCLIENT4 || library == Library.HTTPCLIENT5;
  }

  /** That of a client, over the library in force; null if none has been made. */
  static Pool of(Clients clients, String client, Library library) {
    return library == Library.HTTPCLIENT4
        ? Four.of(clients, client)
        : library == Library.HTTPCLIENT5 ? Five.of(clients, client) : null;
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
    static Pool of(Clients clients, String client) {
      dev.reprise.httpclient4.ResumingConnectionManager pool =
          clients.made(client, dev.reprise.httpclient4.ResumingConnectionManager.class);
      return pool == null ? null : of(pool);
    }

    private static Pool of(org.apache.http.pool.ConnPoolControl<?> pool) {
      return new Pool(
          () -> pool.getTotalStats().getLeased(),
          () -> pool.getTotalStats().getAvailable(),
          () -> pool.getTotalStats().getPending(),
          () -> pool.getTotalStats().getMax(),
          pool::getDefaultMaxPerRoute);
    }
  }

  private static final class Five {
    static Pool of(Clients clients, String client) {
      org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager pool =
          clients.made(
              client, org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager.class);
      return pool == null ? null : of(pool);
    }

    private static Pool of(org.apache.hc.core5.pool.ConnPoolControl<?> pool) {
      return new Pool(
          () -> pool.getTotalStats().getLeased(),
          () -> pool.getTotalStats().getAvailable(),
          () -> pool.getTotalStats().getPending(),
          () -> pool.getTotalStats().getMax(),
          pool::getDefaultMaxPerRoute);
    }
  }
}
