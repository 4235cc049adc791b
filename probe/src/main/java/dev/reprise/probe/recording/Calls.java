package dev.reprise.probe.recording;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The calls of an application to one server, read from a recording. */
public final class Calls {
  public final String server;

  /** The proxy through which they go; null if there is none. */
  public String proxy;

  public String version = "TLSv1.2";

  /** In TLS 1.2 before Java 27 only full ones are recorded. Requests show the others. */
  public int handshakes;

  /** Handshakes of sockets, whose reads and writes are recorded too. */
  public int bySockets;

  /** Handshakes of engines, such as those of java.net.http. */
  public int engines;

  public int full;

  /** Handshakes, except the first, that began while no other call to this server was under way. */
  public int alone;

  public int fullAlone;

  /** Full handshakes that began before any call was answered, with no session to resume yet. */
  public int fullFirst;

  /** Handshakes before which the application made an SSLContext. */
  public int newContexts;

  /**
   * How long handshakes kept their threads busy after the ClientHello was sent, without the waits
   * for the server. Empty if the recording does not show it.
   */
  final List<Double> fullMillis = new ArrayList<>();

  final List<Double> resumedMillis = new ArrayList<>();

  /** Full handshakes in which the client showed a certificate. */
  public int clientCertificates;

  /** Requests that were answered, by any thread. */
  public int requests;

  /**
   * Connections that served one request. Only those that one thread opened and ended are counted.
   */
  public int once;

  /** Whether answers were read by threads that had written no request, as in HTTP/2. */
  public boolean readApart;

  /** Pooled connections that the server had ended by the time the pool checked them. */
  public int foundEnded;

  public final Map<Close, Integer> closes = new EnumMap<>(Close.class);

  /** The application's own methods that opened connections, closed them or made contexts. */
  public final Map<String, String> places = new TreeMap<>();

  /** The most connections that were open at once. */
  public int mostOpen;

  /** The most calls that waited for an answer at once. */
  public int mostUnderWay = 1;

  final Set<FlightRecording.Doing> underWay = new HashSet<>();

  /** Closes, by their kind and line: in TLS 1.3 each may be two alerts. */
  private final Map<String, Integer> alerts = new HashMap<>();

  Calls(String server) {
    this.server = server;
  }

  String host() {
    return proxy == null ? server.substring(0, server.lastIndexOf(':')) : server;
  }

  void close(Close kind, int line) {
    closes.merge(kind, alerts.merge(kind.name() + line, 1, Integer::sum), Math::max);
  }

  int closed() {
    return closes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * How many calls there were at once. What looks like an answer may be tickets, so open
   * connections are the better count if their closes were recorded.
   */
  int atATime() {
    return 10 * closed() >= 9 * handshakes ? Math.max(mostUnderWay, mostOpen) : mostUnderWay;
  }

  /** Whether most connections served several requests. */
  public boolean isReused() {
    return bySockets > 0 && requests >= 2 * bySockets && !isMixed();
  }

  /** Whether connections are reused on average, although many served only one request. */
  public boolean isMixed() {
    return bySockets > 0 && requests >= 2 * bySockets && once > 3 && 10 * once >= requests;
  }

  /**
   * Why most connections were closed, apart from a few that a pool still holds; null if unclear.
   */
  public Close close() {
    return closes.entrySet().stream()
        .filter(each -> each.getValue() > 2 && (isMixed() || 2 * each.getValue() >= handshakes - 5))
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(null);
  }
}
