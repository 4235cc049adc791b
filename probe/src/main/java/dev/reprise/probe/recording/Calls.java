package dev.reprise.probe.recording;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The calls of an application to one server, as a recording has them. */
public final class Calls {
  public final String server;

  /** The proxy through which they go; null if there is none. */
  public String proxy;

  public String version = "TLSv1.2";

  /** In TLS 1.2 before Java 27 only full ones are recorded; others are seen by their requests. */
  public int handshakes;

  /** Those by sockets, of which reads and writes tell more than of others. */
  public int bySockets;

  /** Those by engines, as of java.net.http. */
  public int engines;

  public int full;

  /** Those that began while no other call to this server was under way, without the first. */
  public int alone;

  public int fullAlone;

  /** Full ones that began before any call was answered, so there was no session to resume. */
  public int fullFirst;

  /** Before how many the application made an SSLContext. */
  public int newContexts;

  /**
   * How long handshakes kept their threads busy after the ClientHello was sent, without the waits
   * for the server, where a recording tells.
   */
  final List<Double> fullMillis = new ArrayList<>();

  final List<Double> resumedMillis = new ArrayList<>();

  /** In how many full ones the client showed a certificate. */
  public int clientCertificates;

  /** Requests that were answered, by any thread. */
  public int requests;

  /** Connections that served one request, as far as one thread opened and ended them. */
  public int once;

  /** Whether threads that wrote no request read answers, as in HTTP/2. */
  public boolean readApart;

  /** How many connections were found ended by the server when the pool looked. */
  public int foundEnded;

  public final Map<Close, Integer> closes = new EnumMap<>(Close.class);

  /** The application's own methods that opened connections, closed them or made contexts. */
  public final Map<String, String> places = new TreeMap<>();

  /** Connections that were open at a time, and calls that waited for an answer. */
  public int mostOpen;

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
   * How many calls there were at a time. An answer may be tickets that come before it, so open
   * connections tell more if their closes were recorded.
   */
  int atATime() {
    return 10 * closed() >= 9 * handshakes ? Math.max(mostUnderWay, mostOpen) : mostUnderWay;
  }

  /** Whether most connections served several requests. */
  public boolean isReused() {
    return bySockets > 0 && requests >= 2 * bySockets && !isMixed();
  }

  /** Whether connections are reused on the average, and yet many served one request. */
  public boolean isMixed() {
    return bySockets > 0 && requests >= 2 * bySockets && once > 3 && 10 * once >= requests;
  }

  /** Why most connections were closed, without a few that a pool still holds; or null. */
  public Close close() {
    return closes.entrySet().stream()
        .filter(each -> each.getValue() > 2 && (isMixed() || 2 * each.getValue() >= handshakes - 5))
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(null);
  }
}
