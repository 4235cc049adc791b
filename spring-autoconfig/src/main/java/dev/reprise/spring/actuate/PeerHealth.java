package dev.reprise.spring.actuate;

import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.PeerFailure;
import dev.reprise.tls.PeerStatistics;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.springframework.core.NestedExceptionUtils;

/** Tells which peers are down, whichever class of health Boot has. Thread-safe. */
final class PeerHealth {

  /** One failure may be chance; so many in a row are not. */
  private static final int LASTING = 3;

  private final Supplier<Collection<RepriseClient>> clients;
  private final Duration age;
  private final Clock clock;

  /** Failures longer ago than {@code age} say nothing of a peer's health any more. */
  PeerHealth(Supplier<Collection<RepriseClient>> clients, Duration age, Clock clock) {
    this.clients = clients;
    this.age = age;
    this.clock = clock;
  }

  /** By client and peer, what the latest failure was; empty if all is well. */
  Map<String, String> down() {
    Instant since = clock.instant().minus(age);
    Map<String, String> down = new TreeMap<>();
    for (RepriseClient client : clients.get()) {
      client
          .statistics()
          .peers()
          .forEach(
              (peer, counts) -> {
                if (isDown(counts, since)) {
                  down.put(
                      client.name() + " " + peer,
                      counts.failuresInRow()
                          + " connections in a row failed, the last with "
                          + text(counts.lastFailure().orElseThrow()));
                }
              });
    }
    return down;
  }

  private static boolean isDown(PeerStatistics counts, Instant since) {
    return counts.failuresInRow() >= LASTING
        && counts.lastFailure().filter(last -> last.at().isAfter(since)).isPresent();
  }

  /** With what is at the bottom of it; of a bounded length, since a peer may have a hand in it. */
  static String text(PeerFailure failure) {
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure.cause());
    String whole = failure.cause().toString();
    if (!whole.contains(String.valueOf(root.getMessage()))) {
      whole += ", caused by " + root;
    }
    return whole.length() > 500 ? whole.substring(0, 500) + "…" : whole;
  }

  /** Why a connection or a handshake failed, in one of few words, which are tags and in JSON. */
  static final class FailureCause {

    /** The first that fits counts. */
    private static final Map<Class<?>, String> WORDS = new LinkedHashMap<>();

    static {
      WORDS.put(CertificateException.class, "certificate");
      WORDS.put(SocketTimeoutException.class, "timeout");
      WORDS.put(NoRouteToHostException.class, "unreachable");
      WORDS.put(ConnectException.class, "refused");
      WORDS.put(EOFException.class, "disconnected");
      WORDS.put(SocketException.class, "disconnected");
    }

    private FailureCause() {}

    /** The one spelling of a constant, as a value. */
    static String spelled(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT);
    }

    /** The same as a key in JSON, where all are camel-case. */
    static String key(Enum<?> value) {
      return Pattern.compile("_(.)")
          .matcher(spelled(value))
          .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    static String of(IOException failure) {
      String found = "io";
      for (Throwable t = failure; t != null; t = t.getCause()) {
        for (Map.Entry<Class<?>, String> word : WORDS.entrySet()) {
          if (word.getKey().isInstance(t)) {
            return word.getValue();
          }
        }
        found = t instanceof SSLException ? "tls" : found;
      }
      return found;
    }
  }
}
