package dev.reprise.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Which scenarios there are, and how they are picked. */
final class Space {

  /** How many scenarios of a hundred have another value than the plain one; 25 unless told. */
  private static final Map<String, Integer> SHARES =
      Map.of(
          "client",
          55,
          "route",
          75,
          "provider",
          55,
          "login",
          12,
          "fault-time",
          50,
          "name",
          40,
          "reading",
          20,
          "retry",
          20,
          "calls",
          50);

  /** How many have each of these, of which at most one is not plain. */
  private static final Map<String, Integer> EVENTS =
      new TreeMap<>(Map.of("fault", 22, "proxy-fault", 10, "interruption", 14, "reload", 10));

  private Space() {}

  /**
   * A scenario with the values of {@code fixed}. It begins with something that happens, if anything
   * does, and what that needs; then dimensions leave their plain values as far as that is possible.
   */
  static Scenario random(SplittableRandom random, List<String> fixed) {
    while (true) {
      Scenario scenario = event(random);
      for (String value : fixed) {
        scenario = with(scenario, value);
      }
      if (has(scenario)) {
        return varied(scenario, random, fixed.stream().map(Dimensions::of).toList());
      }
    }
  }

  private static Scenario varied(Scenario scenario, SplittableRandom random, List<String> fixed) {
    List<String> dimensions = new ArrayList<>(Dimensions.ALL.keySet());
    dimensions.removeAll(EVENTS.keySet());
    dimensions.removeAll(fixed);
    Scenario varied = scenario;
    while (!dimensions.isEmpty()) {
      String dimension = dimensions.remove(random.nextInt(dimensions.size()));
      if (random.nextInt(100) < SHARES.getOrDefault(dimension, 25) && varied.isPlain(dimension)) {
        Scenario next = with(varied, any(dimension, random));
        varied = has(next) ? next : varied;
      }
    }
    return varied;
  }

  /** With the value, and calls enough for it to be of account. */
  private static Scenario with(Scenario scenario, String value) {
    Scenario next = scenario.with(value);
    if (!next.is("preconnections=off") && next.number("calls") < 4) {
      return next.with("calls=4");
    }
    return next.is("threads=2") ? next.with("calls=8") : next;
  }

  /** A value that is not plain. */
  private static String any(String dimension, SplittableRandom random) {
    List<String> values = Dimensions.ALL.get(dimension);
    return dimension + "=" + values.get(1 + random.nextInt(values.size() - 1));
  }

  private static Scenario event(SplittableRandom random) {
    int chance = random.nextInt(100);
    for (Map.Entry<String, Integer> event : EVENTS.entrySet()) {
      chance -= event.getValue();
      if (chance < 0) {
        return withWhatItNeeds(Scenario.PLAIN.with(any(event.getKey(), random)), random);
      }
    }
    return Scenario.PLAIN;
  }

  private static Scenario withWhatItNeeds(Scenario event, SplittableRandom random) {
    if (event.is("fault=early-response")) {
      return event.with(random.nextBoolean() ? "method=post" : "method=post-large");
    }
    if (event.isPlain("proxy-fault") && !event.is("interruption=abort-in-connect-request")) {
      return event;
    }
    Scenario tunnel = event.with("route=tunnel");
    return has(tunnel) && random.nextBoolean() ? tunnel : event.with("route=tls-tunnel");
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
              "proxies over TLS are HttpClient's", s -> !isApache(s) && s.is("route=tls-tunnel")),
          new Rule(
              "there is no proxy to log in to", s -> !s.is("proxy-login=none") && !hasProxy(s)),
          new Rule("there is no proxy to fail", s -> !s.is("proxy-fault=none") && !hasProxy(s)),
          new Rule(
              "such a proxy has no certificate",
              s -> s.is("proxy-fault=other-name") && !s.is("route=tls-tunnel")),
          new Rule(
              "TLS is layered over a connection that the client has made",
              s -> !s.is("preconnections=off") && (s.is("route=tunnel"))),
          new Rule(
              "what waits for a request cannot be told from what does not",
              s ->
                  s.isAny("preconnections=ended", "preconnections=reset")
                      && (s.is("route=tls-tunnel") || !s.isSequential() || s.keeps())),
          new Rule(
              "pools of other clients are not told",
              s -> !s.is("reload=none") && !isApache(s) && s.keeps()),
          new Rule(
              "there is no body to have a size",
              s -> s.is("framing=no-content") && !s.is("size=100")),
          new Rule(
              "such a body ends with the connection",
              s -> s.is("framing=until-end") && (s.keeps() || s.is("persistence=close-but-stays"))),
          new Rule(
              "HTTP/1.0 has no chunks",
              s -> s.is("persistence=http-1-0") && s.is("framing=chunked")),
          new Rule(
              "HttpsURLConnection waits five seconds at its own discretion",
              s -> s.is("method=post-expecting") && s.is("client=urlconnection")),
          new Rule(
              "that is HttpClient's alone",
              s ->
                  !isApache(s)
                      && (!s.is("users=none")
                          || !s.is("stale-check=default")
                          || s.is("retry=always"))),
          new Rule(
              "that is decided for the JVM",
              s ->
                  s.is("client=urlconnection")
                      && (!s.is("retry=default")
                          || s.isAny(
                              "protocol=client-12", "protocol=client-13", "protocol=disjoint"))),
          new Rule(
              "no call comes as far as the fault, or only a retry does",
              s ->
                  !s.is("fault=none")
                      && (!isOfTheHost(s) || s.isAny("protocol=disjoint", "proxy-login=wrong"))),
          new Rule("no fault has a time", s -> s.is("fault=none") && !s.is("fault-time=first")),
          new Rule("there is not one call for each", s -> s.is("threads=2") != s.is("calls=8")),
          new Rule("there is no second call", s -> s.is("fault-time=second") && s.is("calls=1")),
          new Rule(
              "there is no body to be in",
              s ->
                  s.isAny(
                          "fault=close-amid-body",
                          "fault=reset-amid-body",
                          "fault=stall-amid-body",
                          "interruption=abort-in-body")
                      && s.isAny("framing=no-content", "method=head", "size=0")),
          new Rule(
              "there is nothing to be early for",
              s -> s.is("fault=early-response") && (s.is("method=post-expecting") || !s.hasBody())),
          new Rule("one fault at a time", s -> !s.is("fault=none") && !s.is("proxy-fault=none")),
          new Rule(
              "what is read of the next response depends on when it comes",
              s -> s.is("fault=data-after-response") && s.keeps()),
          new Rule(
              "whether the end is seen in time depends on the clock",
              s ->
                  s.is("persistence=keep-but-ends")
                      && (!s.is("fault=none")
                          || !s.is("proxy-fault=none")
                          || !s.is("login=none")
                          || !s.isSequential())),
          new Rule(
              "which call meets the fault depends on the clock",
              s -> !s.isSequential() && (s.isFaultOfConnection() || !s.is("proxy-fault=none"))),
          new Rule(
              "interruptions are of a call that is known",
              s -> !s.is("interruption=none") && !s.isSequential()),
          new Rule(
              "HttpsURLConnection cannot be interrupted",
              s -> !s.is("interruption=none") && s.is("client=urlconnection")),
          new Rule(
              "the point of the interruption is not reached",
              s -> !s.is("interruption=none") && (!isAnswered(s) || !s.is("reload=none"))),
          new Rule(
              "there is no CONNECT",
              s -> s.is("interruption=abort-in-connect-request") && !hasProxy(s)),
          new Rule(
              "a reload is at a point that is known",
              s -> !s.isAny("reload=none", "reload=between") && !s.isSequential()),
          new Rule("there is no call after it", s -> !s.is("reload=none") && s.is("calls=1")),
          new Rule(
              "the point of the reload is not reached",
              s -> s.is("reload=during") && !isAnswered(s)));

  private static boolean isApache(Scenario s) {
    return s.isAny("client=httpclient", "client=httpclient5");
  }

  private static boolean isOfTheHost(Scenario s) {
    return s.isAny("name=right", "name=address", "name=wildcard");
  }

  private static boolean hasProxy(Scenario s) {
    return !s.is("route=direct");
  }

  /** Whether nothing keeps the first call from coming to the point of being answered. */
  private static boolean isAnswered(Scenario s) {
    return s.is("fault=none")
        && s.is("proxy-fault=none")
        && !s.isAny("proxy-login=wrong", "proxy-login=lacking")
        && isOfTheHost(s)
        && !s.isAny("protocol=disjoint", "client-key=demanded-lacking");
  }
}
