package dev.reprise.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Which scenarios there are, and how they are picked. */
final class Space {

  /** How many scenarios of a hundred have each of these, of which at most one is not plain. */
  private static final Map<String, Integer> EVENTS =
      new TreeMap<>(Map.of("fault", 22, "proxy-fault", 10, "interruption", 14, "reload", 10));

  /** What has something of each part is none: the words of one part are alternatives. */
  private static final List<Rule> RULES =
      """
      route=tls-tunnel + client=urlconnection: proxies over TLS are HttpClient's
      proxy-login proxy-fault + route=direct: there is no proxy
      proxy-fault=other-name + route=tunnel: such a proxy has no certificate
      preconnections + route=tunnel: TLS is layered over a connection that the client has made
      preconnections=ended preconnections=reset + route=tls-tunnel persistence=keep persistence=keep-but-ends: what waits for a request cannot be told from what does not
      reload + client=urlconnection + persistence=keep persistence=keep-but-ends: pools of other clients are not told
      framing=no-content + size: there is no body to have a size
      framing=until-end + persistence=keep persistence=keep-but-ends persistence=close-but-stays: such a body ends with the connection
      persistence=http-1-0 + framing=chunked: HTTP/1.0 has no chunks
      method=post-expecting + client=urlconnection: HttpsURLConnection waits five seconds at its own discretion
      users stale-check + client=urlconnection: that is HttpClient's alone
      retry protocol=client-12 protocol=client-13 protocol=disjoint + client=urlconnection: that is decided for the JVM
      fault + name=other-address name=other name=wildcard-partial name=expired name=untrusted protocol=disjoint proxy-login=wrong: no call comes as far as the fault, or only a retry does
      fault=none + fault-time: no fault has a time
      fault-time=second reload + calls=1: there is no second call
      fault=close-amid-body fault=reset-amid-body fault=stall-amid-body interruption=abort-in-body + framing=no-content method=head size=0: there is no body to be in
      fault=early-response + method=get method=head method=post-expecting: there is nothing to be early for
      fault + proxy-fault: one fault at a time
      fault=data-after-response + persistence=keep persistence=keep-but-ends: what is read of the next response depends on when it comes
      persistence=keep-but-ends + fault proxy-fault login: whether the end is seen in time depends on the clock
      interruption + client=urlconnection: HttpsURLConnection cannot be interrupted
      interruption + reload: one thing at a time
      interruption reload=during + fault proxy-fault proxy-login=wrong proxy-login=lacking name=other-address name=other name=wildcard-partial name=expired name=untrusted protocol=disjoint client-key=demanded-lacking: its point is not reached
      interruption=abort-in-connect-request + route=direct: there is no CONNECT
      """
          .lines()
          .map(Rule::parse)
          .toList();

  private record Rule(List<List<String>> parts, String why) {

    static Rule parse(String line) {
      String[] parts = line.split(": ");
      return new Rule(
          Arrays.stream(parts[0].split(" \\+ ")).map(part -> List.of(part.split(" "))).toList(),
          parts[1]);
    }
  }

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
      if (random.nextInt(100) < Dimensions.SHARES.get(dimension) && varied.isPlain(dimension)) {
        Scenario next = with(varied, any(dimension, random));
        varied = has(next) ? next : varied;
      }
    }
    return varied;
  }

  /** With the value, and calls enough for it to be of account. */
  private static Scenario with(Scenario scenario, String value) {
    Scenario next = scenario.with(value);
    return next.is("preconnections=off") || next.number("calls") >= 4 ? next : next.with("calls=4");
  }

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
  static String why(Scenario scenario) {
    for (Rule rule : RULES) {
      if (rule.parts.stream().allMatch(words -> words.stream().anyMatch(w -> has(scenario, w)))) {
        return rule.why;
      }
    }
    return null;
  }

  /** Whether it has a value, or one that is not plain of a dimension. */
  private static boolean has(Scenario scenario, String word) {
    return word.contains("=") ? scenario.is(word) : !scenario.isPlain(word);
  }
}
