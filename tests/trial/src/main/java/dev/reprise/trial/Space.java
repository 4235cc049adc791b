package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import dev.reprise.trial.Dimensions.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/** Which scenarios there are, and how they are picked. */
final class Space {

  /** How many scenarios of a hundred have another value than the plain one; 25 unless told. */
  private static final Map<Class<?>, Integer> SHARES =
      Map.ofEntries(
          Map.entry(ClientKind.class, 55),
          Map.entry(Route.class, 75),
          Map.entry(ProviderKind.class, 55),
          Map.entry(Login.class, 12),
          Map.entry(FaultTime.class, 50),
          Map.entry(Name.class, 40),
          Map.entry(Reading.class, 20),
          Map.entry(Retry.class, 20),
          Map.entry(Calls.class, 50));

  /** Of these at most one is not plain. */
  private static final List<Class<?>> EVENTS =
      List.of(Fault.class, ProxyFault.class, Interruption.class, Reload.class);

  /** What takes a timeout to end. */
  static final Set<Enum<?>> SILENT =
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
    return value instanceof Preconnections
            && value != Preconnections.OFF
            && next.get(Calls.class).count < 4
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
    if (value == Fault.EARLY_RESPONSE) {
      scenario = scenario.with(random.nextBoolean() ? Method.POST : Method.POST_LARGE);
    }
    if (value == ProxyFault.OTHER_NAME) {
      scenario = scenario.with(Route.TLS_TUNNEL);
    } else if (event == ProxyFault.class || value == Interruption.ABORT_IN_CONNECT_REQUEST) {
      Route[] routes = {Route.TUNNEL, Route.TLS_TUNNEL};
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
    return RULES.stream()
        .filter(rule -> rule.broken.test(s))
        .map(rule -> rule.why)
        .findFirst()
        .orElse(null);
  }

  private record Rule(String why, Predicate<Scenario> broken) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "proxies over TLS are HttpClient's", s -> !isApache(s) && s.is(Route.TLS_TUNNEL)),
          new Rule("there is no proxy to log in to", s -> !s.is(ProxyLogin.NONE) && !hasProxy(s)),
          new Rule("there is no proxy to fail", s -> !s.is(ProxyFault.NONE) && !hasProxy(s)),
          new Rule(
              "such a proxy has no certificate",
              s -> s.is(ProxyFault.OTHER_NAME) && !s.is(Route.TLS_TUNNEL)),
          new Rule(
              "TLS is layered over a connection that the client has made",
              s -> !s.is(Preconnections.OFF) && (s.is(Route.TUNNEL))),
          new Rule(
              "what waits for a request cannot be told from what does not",
              s ->
                  s.isAny(Preconnections.ENDED, Preconnections.RESET)
                      && (s.is(Route.TLS_TUNNEL) || !isSequential(s) || keeps(s))),
          new Rule(
              "pools of other clients are not told",
              s -> !s.is(Reload.NONE) && !isApache(s) && keeps(s)),
          new Rule(
              "there is no body to have a size",
              s -> s.is(Framing.NO_CONTENT) && !s.is(Size.SMALL)),
          new Rule(
              "such a body ends with the connection",
              s -> s.is(Framing.UNTIL_END) && (keeps(s) || s.is(Persistence.CLOSE_BUT_STAYS))),
          new Rule(
              "HTTP/1.0 has no chunks", s -> s.is(Persistence.HTTP_1_0) && s.is(Framing.CHUNKED)),
          new Rule(
              "HttpsURLConnection waits five seconds at its own discretion",
              s -> s.is(Method.POST_EXPECTING) && s.is(ClientKind.URLCONNECTION)),
          new Rule(
              "that is HttpClient's alone",
              s ->
                  !isApache(s)
                      && (!s.is(Users.NONE) || !s.is(StaleCheck.DEFAULT) || s.is(Retry.ALWAYS))),
          new Rule(
              "that is decided for the JVM",
              s ->
                  s.is(ClientKind.URLCONNECTION)
                      && (!s.is(Retry.DEFAULT)
                          || s.isAny(Protocol.CLIENT_12, Protocol.CLIENT_13, Protocol.DISJOINT))),
          new Rule(
              "no call comes as far as the fault, or only a retry does",
              s ->
                  !s.is(Fault.NONE)
                      && (!isOfTheHost(s) || s.isAny(Protocol.DISJOINT, ProxyLogin.WRONG))),
          new Rule("no fault has a time", s -> s.is(Fault.NONE) && !s.is(FaultTime.FIRST)),
          new Rule("there is no second call", s -> s.is(FaultTime.SECOND) && s.is(Calls.ONE)),
          new Rule(
              "there is no body to be in",
              s ->
                  s.isAny(
                          Fault.CLOSE_AMID_BODY,
                          Fault.RESET_AMID_BODY,
                          Fault.STALL_AMID_BODY,
                          Interruption.ABORT_IN_BODY)
                      && s.isAny(Framing.NO_CONTENT, Method.HEAD, Size.EMPTY)),
          new Rule(
              "there is nothing to be early for",
              s ->
                  s.is(Fault.EARLY_RESPONSE)
                      && (s.is(Method.POST_EXPECTING) || !s.get(Method.class).hasBody())),
          new Rule("one fault at a time", s -> !s.is(Fault.NONE) && !s.is(ProxyFault.NONE)),
          new Rule(
              "what is read of the next response depends on when it comes",
              s -> s.is(Fault.DATA_AFTER_RESPONSE) && keeps(s)),
          new Rule(
              "whether the end is seen in time depends on the clock",
              s ->
                  s.is(Persistence.KEEP_BUT_ENDS)
                      && (!s.is(Fault.NONE)
                          || !s.is(ProxyFault.NONE)
                          || !s.is(Login.NONE)
                          || !isSequential(s))),
          new Rule(
              "which call meets the fault depends on the clock",
              s ->
                  !isSequential(s)
                      && (Dimensions.IN_HANDSHAKE.contains(s.get(Fault.class))
                          || !s.is(ProxyFault.NONE))),
          new Rule(
              "interruptions are of a call that is known",
              s -> !s.is(Interruption.NONE) && !isSequential(s)),
          new Rule(
              "HttpsURLConnection cannot be interrupted",
              s -> !s.is(Interruption.NONE) && s.is(ClientKind.URLCONNECTION)),
          new Rule(
              "the point of the interruption is not reached",
              s -> !s.is(Interruption.NONE) && (!isAnswered(s) || !s.is(Reload.NONE))),
          new Rule(
              "there is no CONNECT",
              s -> s.is(Interruption.ABORT_IN_CONNECT_REQUEST) && !hasProxy(s)),
          new Rule(
              "a reload is at a point that is known",
              s -> !s.isAny(Reload.NONE, Reload.BETWEEN) && !isSequential(s)),
          new Rule("there is no call after it", s -> !s.is(Reload.NONE) && s.is(Calls.ONE)),
          new Rule(
              "the point of the reload is not reached",
              s -> s.is(Reload.DURING) && !isAnswered(s)));

  private static boolean isApache(Scenario s) {
    return s.isAny(ClientKind.HTTPCLIENT, ClientKind.HTTPCLIENT5);
  }

  private static boolean isOfTheHost(Scenario s) {
    return s.isAny(Name.RIGHT, Name.ADDRESS, Name.WILDCARD);
  }

  private static boolean hasProxy(Scenario s) {
    return !s.is(Route.DIRECT);
  }

  private static boolean isSequential(Scenario s) {
    return s.get(Calls.class).threads == 1;
  }

  private static boolean keeps(Scenario s) {
    return s.isAny(Persistence.KEEP, Persistence.KEEP_BUT_ENDS);
  }

  /** Whether nothing keeps the first call from coming to the point of being answered. */
  private static boolean isAnswered(Scenario s) {
    return s.is(Fault.NONE)
        && s.is(ProxyFault.NONE)
        && !s.isAny(ProxyLogin.WRONG, ProxyLogin.LACKING)
        && isOfTheHost(s)
        && !s.isAny(Protocol.DISJOINT, ClientKey.DEMANDED_LACKING);
  }
}
