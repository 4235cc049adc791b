package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import dev.reprise.trial.Dimensions.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Which scenarios there are, and how they are picked. */
final class Space {

  /** How many scenarios of a hundred have another value than the plain one; 25 unless told. */
  private static final Map<Class<?>, Integer> SHARES =
      Map.ofEntries(
          Map.entry(ClientKind.class, 55),
          Map.entry(Route.class, 75),
          Map.entry(ProviderKind.class, 55),
          Map.entry(ProxyLogin.class, 25),
          Map.entry(Expectation.class, 50),
          Map.entry(Interim.class, 10),
          Map.entry(Login.class, 12),
          Map.entry(Redirect.class, 12),
          Map.entry(FaultTime.class, 50),
          Map.entry(Name.class, 40),
          Map.entry(ClientKey.class, 25),
          Map.entry(Reading.class, 20),
          Map.entry(Retry.class, 20),
          Map.entry(Calls.class, 50));

  /** Of these at most one is not plain. */
  private static final List<Class<?>> EVENTS =
      List.of(Fault.class, ProxyFault.class, Interruption.class, Reload.class, Timeouts.class);

  /** What takes a timeout to end. */
  private static final Set<Enum<?>> SILENT =
      Set.of(
          Fault.STALL,
          Fault.STALL_AMID_BODY,
          Fault.STALL_HANDSHAKE,
          ProxyFault.SILENT,
          ProxyFault.SILENT_TUNNEL);

  private Space() {}

  /**
   * A scenario with the values of {@code fixed}. It begins with something that happens, if anything
   * does, and what that needs; then dimensions leave their plain values as far as that is possible.
   */
  static Scenario random(SplittableRandom random, List<Enum<?>> fixed) {
    while (true) {
      Scenario scenario = event(random);
      for (Enum<?> value : fixed) {
        scenario = with(scenario, value);
      }
      if (why(scenario) == null) {
        return varied(scenario, random, fixed);
      }
    }
  }

  private static Scenario varied(Scenario scenario, SplittableRandom random, List<Enum<?>> fixed) {
    List<Class<? extends Enum<?>>> dimensions = new ArrayList<>(Dimensions.ALL);
    dimensions.removeAll(EVENTS);
    fixed.forEach(value -> dimensions.remove(value.getDeclaringClass()));
    Scenario varied = scenario;
    while (!dimensions.isEmpty()) {
      Class<? extends Enum<?>> dimension = dimensions.remove(random.nextInt(dimensions.size()));
      if (random.nextInt(100) < SHARES.getOrDefault(dimension, 25)
          && varied.valueOf(dimension).ordinal() == 0) {
        Enum<?> value = any(dimension, random);
        Scenario next = with(varied, value);
        varied = why(next) == null ? next : varied;
      }
    }
    return varied;
  }

  /** With the value, and calls enough for it to be of account. */
  private static Scenario with(Scenario scenario, Enum<?> value) {
    Scenario next = scenario.with(value);
    return value instanceof Spares && value != Spares.OFF && next.get(Calls.class).count < 4
        ? next.with(Calls.FOUR)
        : next;
  }

  /** A value that is not plain. */
  private static Enum<?> any(Class<? extends Enum<?>> dimension, SplittableRandom random) {
    Enum<?>[] values = Dimensions.values(dimension);
    return values[1 + random.nextInt(values.length - 1)];
  }

  private static Scenario event(SplittableRandom random) {
    int chance = random.nextInt(100);
    Class<? extends Enum<?>> event =
        chance < 22
            ? Fault.class
            : chance < 32
                ? ProxyFault.class
                : chance < 46 ? Interruption.class : chance < 56 ? Reload.class : null;
    if (event == null) {
      return Scenario.PLAIN;
    }
    Enum<?> value = any(event, random);
    Scenario scenario = Scenario.PLAIN.with(value);
    if (SILENT.contains(value)) {
      scenario = scenario.with(Timeouts.SHORT);
    }
    if (value instanceof Interruption interruption && interruption.isOfLease()) {
      scenario = scenario.with(Pool.ONE);
    }
    if (value == Fault.EARLY_RESPONSE) {
      scenario = scenario.with(random.nextBoolean() ? Method.POST : Method.POST_LARGE);
    }
    if (value == ProxyFault.OTHER_NAME) {
      scenario = scenario.with(Route.TLS_TUNNEL);
    } else if (event == ProxyFault.class || value == Interruption.ABORT_IN_CONNECT_REQUEST) {
      Route[] routes = {Route.TUNNEL, Route.TLS_TUNNEL, Route.SOCKS};
      Scenario routed = scenario.with(routes[random.nextInt(routes.length)]);
      scenario = why(routed) == null ? routed : scenario.with(Route.TLS_TUNNEL);
    }
    return scenario;
  }

  static boolean has(Scenario scenario) {
    return why(scenario) == null;
  }

  /** Why a combination makes no sense or cannot be compared; null if it can. */
  static String why(Scenario s) {
    String why = route(s);
    why = why != null ? why : tls(s);
    why = why != null ? why : http(s);
    why = why != null ? why : faults(s);
    return why != null ? why : plan(s);
  }

  private static boolean isApache(Scenario s) {
    return s.isAny(ClientKind.HTTPCLIENT, ClientKind.HTTPCLIENT5);
  }

  private static String route(Scenario s) {
    if (s.is(ClientKind.URLCONNECTION) && s.is(Name.ROOT_DOT)) {
      return "HttpsURLConnection gives the dot to SNI, which fails";
    }
    if (s.is(ClientKind.URLCONNECTION) && s.is(Name.IDN_UNICODE)) {
      return "HttpsURLConnection puts the name into headers as it is";
    }
    if (!isApache(s) && s.is(Route.TLS_TUNNEL)) {
      return "proxies over TLS are HttpClient's";
    }
    Route route = s.get(Route.class);
    if (!s.is(ProxyLogin.NONE) && !route.isTunnel()) {
      return "there is no proxy to log in to";
    }
    if (!s.is(ProxyFault.NONE)) {
      boolean socks =
          s.is(Route.SOCKS)
              && s.isAny(
                  ProxyFault.BAD_GATEWAY,
                  ProxyFault.ENDS,
                  ProxyFault.RESETS,
                  ProxyFault.SILENT,
                  ProxyFault.SILENT_TUNNEL,
                  ProxyFault.ENDS_TUNNEL);
      boolean http = s.is(ProxyFault.OTHER_NAME) ? route.hasTlsProxy() : route.isTunnel();
      if (!socks && !http) {
        return "there is no such proxy to fail";
      }
    }
    return null;
  }

  private static String tls(Scenario s) {
    if (!s.is(Spares.OFF)
        && (s.is(Route.TUNNEL) || s.is(Route.SOCKS) && !s.is(ClientKind.HTTPCLIENT))) {
      return "TLS is layered over a connection that the client has made";
    }
    if (s.isAny(Spares.ENDED, Spares.RESET)
        && (s.is(Route.TLS_TUNNEL) || s.get(Calls.class).threads > 1)) {
      return "what waits for a request cannot be told from what does not";
    }
    if (!s.is(Reload.NONE)
        && !isApache(s)
        && s.isAny(Persistence.KEEP, Persistence.KEEP_BUT_ENDS)) {
      return "pools of other clients are not told";
    }
    return null;
  }

  private static boolean bodiless(Scenario s) {
    return s.isAny(Framing.NO_CONTENT, Framing.NOT_MODIFIED) || s.is(Method.HEAD);
  }

  private static String http(Scenario s) {
    if (s.isAny(Framing.NO_CONTENT, Framing.NOT_MODIFIED) && !s.is(Size.SMALL)) {
      return "there is no body to have a size";
    }
    if (s.is(Framing.UNTIL_END)
        && s.isAny(Persistence.KEEP, Persistence.KEEP_BUT_ENDS, Persistence.CLOSE_BUT_STAYS)) {
      return "such a body ends with the connection";
    }
    if (s.is(Framing.CHUNKED) && s.is(Persistence.HTTP_1_0)) {
      return "HTTP/1.0 has no chunks";
    }
    if (s.is(Persistence.HTTP_1_0) && !s.is(Interim.NONE)) {
      return "HTTP/1.0 has no interim responses";
    }
    if (s.is(Interim.EARLY_HINTS) && s.is(ClientKind.URLCONNECTION)) {
      return "HttpsURLConnection takes 103 for the response";
    }
    if (s.is(Method.POST_EXPECTING) && s.is(ClientKind.URLCONNECTION)) {
      return "HttpsURLConnection waits five seconds at its own discretion";
    }
    if (!s.is(Expectation.CONTINUE) && !s.is(Method.POST_EXPECTING)) {
      return "nothing is expected";
    }
    if (!isApache(s)
        && (!s.is(Users.NONE)
            || !s.is(StaleCheck.DEFAULT)
            || !s.is(Pool.TWO)
            || s.is(Retry.ALWAYS))) {
      return "that is HttpClient's alone";
    }
    if (s.is(ClientKind.URLCONNECTION)
        && (!s.is(Retry.DEFAULT)
            || s.isAny(Protocol.CLIENT_12, Protocol.CLIENT_13, Protocol.DISJOINT))) {
      return "that is decided for the JVM";
    }
    return null;
  }

  private static boolean inHandshake(Scenario s) {
    return s.isAny(
        Fault.CLOSE_IN_HANDSHAKE,
        Fault.RESET_IN_HANDSHAKE,
        Fault.STALL_HANDSHAKE,
        Fault.GARBAGE,
        Fault.ALERT_IN_HANDSHAKE,
        Fault.CLOSE_AFTER_HANDSHAKE);
  }

  private static String faults(Scenario s) {
    if (!s.is(Fault.NONE)
        && (s.get(Name.class).isRefused()
            || s.isAny(Name.WILDCARD_PARTIAL, Name.WILDCARD_TOP, Name.WILDCARD_SUFFIX, Name.ANY)
            || s.isAny(Protocol.DISJOINT, ProxyLogin.WRONG))) {
      return "no call comes as far as the fault, or only a retry does";
    }
    if (s.is(Fault.NONE) && !s.is(FaultTime.FIRST)) {
      return "no fault has a time";
    }
    if (s.is(FaultTime.SECOND) && s.get(Calls.class).count < 2) {
      return "there is no second call";
    }
    boolean inBody =
        s.isAny(Fault.CLOSE_AMID_BODY, Fault.RESET_AMID_BODY, Fault.STALL_AMID_BODY)
            || s.is(Interruption.ABORT_IN_BODY);
    if (inBody && (bodiless(s) || s.isAny(Size.EMPTY, Size.BYTE))) {
      return "there is no body to be in";
    }
    if (s.is(Fault.EARLY_RESPONSE)
        && (!s.isAny(Method.POST, Method.POST_LARGE, Method.POST_ONCE, Method.PUT)
            || s.is(Interim.CONTINUE_UNASKED))) {
      return "there is nothing to be early for";
    }
    boolean silent = SILENT.stream().anyMatch(s::is);
    if (silent == s.is(Timeouts.LONG) && !s.is(Fault.SLOW_RESPONSE)) {
      return "timeouts are short where somebody is silent";
    }
    if (!s.is(Fault.NONE) && !s.is(ProxyFault.NONE)) {
      return "one fault at a time";
    }
    if (s.is(Fault.DATA_AFTER_RESPONSE) && s.isAny(Persistence.KEEP, Persistence.KEEP_BUT_ENDS)) {
      return "what is read of the next response depends on when it comes";
    }
    if (s.is(Persistence.KEEP_BUT_ENDS)
        && (!s.is(Fault.NONE)
            || !s.is(ProxyFault.NONE)
            || !s.is(Login.NONE)
            || !s.is(Redirect.NONE)
            || s.get(Calls.class).threads > 1)) {
      return "whether the end is seen in time depends on the clock";
    }
    return null;
  }

  /** Whether nothing keeps the first call from coming to the point of being answered. */
  private static boolean isAnswered(Scenario s) {
    return s.is(Fault.NONE)
        && s.is(ProxyFault.NONE)
        && !s.isAny(ProxyLogin.WRONG, ProxyLogin.LACKING)
        && s.isAny(Name.RIGHT, Name.ADDRESS, Name.WILDCARD)
        && !s.isAny(Protocol.DISJOINT, ClientKey.DEMANDED_LACKING)
        && s.is(Expectation.CONTINUE);
  }

  private static String plan(Scenario s) {
    boolean sequential = s.get(Calls.class).threads == 1;
    if (!sequential && (inHandshake(s) || !s.is(ProxyFault.NONE))) {
      return "which call meets the fault depends on the clock";
    }
    if (!s.is(Interruption.NONE)) {
      if (!sequential) {
        return "interruptions are of a call that is known";
      }
      if (s.is(ClientKind.URLCONNECTION)) {
        return "HttpsURLConnection cannot be interrupted";
      }
      boolean lease = s.get(Interruption.class).isOfLease();
      if (!isApache(s)
          && (lease
              || s.isAny(Interruption.SHUTDOWN_WAITING, Interruption.SHUTDOWN_IN_HANDSHAKE))) {
        return "that is HttpClient's alone";
      }
      if (lease && (!s.is(Pool.ONE) || s.get(Calls.class).count < 2 || !s.is(Redirect.NONE))) {
        return "there is nobody to wait";
      }
      if (!isAnswered(s) || !s.is(Reload.NONE)) {
        return "the point of the interruption is not reached";
      }
      if (s.is(Interruption.ABORT_IN_CONNECT_REQUEST) && !s.get(Route.class).isTunnel()) {
        return "there is no CONNECT";
      }
    }
    if (!s.is(Reload.NONE)) {
      if (!sequential && !s.is(Reload.BETWEEN)) {
        return "a reload is at a point that is known";
      }
      if (s.get(Calls.class).count < 2) {
        return "there is no call after it";
      }
      if (s.is(Reload.DURING) && !isAnswered(s)) {
        return "the point of the reload is not reached";
      }
    }
    return null;
  }
}
