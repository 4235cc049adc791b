package dev.reprise.lab.compare;

import dev.reprise.lab.Experiment;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.UsageException;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options on the command line, and the plan that they make. */
final class CompareOptions {

  private static final int OLDEST_JAVA_FOR_SPRING_WS = 17;
  private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s)");
  private static final List<String> TLS_VERSIONS = List.of("TLSv1.3", "TLSv1.2");

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      description =
          "A named experiment, with options and bounds of its own: ${COMPLETION-CANDIDATES}. Other"
              + " options take the place of its own. Written to a folder and page of that name.",
      completionCandidates = SetUps.class)
  private String setUp;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Threads of each client, 1 to 512; a list runs each. Default 16, with --url 4.")
  private List<Integer> threads;

  @Option(
      names = "--peers",
      split = ",",
      paramLabel = "N",
      description =
          "By how many names the demo server is called in turn, 1 to 1000; a list runs each. For"
              + " httpclient-4.5.x and reprise-httpclient4. Default 1.")
  private List<Integer> peers;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "The time that each table may take, 3 to 3600, but for more warm-up as long as the JIT"
              + " compiler is at work (not with --short); of paced load the warm-up alone. Default"
              + " 82, with --short 18.")
  private Integer seconds;

  @Option(
      names = "--tls",
      split = ",",
      paramLabel = "VERSION",
      description =
          "TLSv1.3, TLSv1.2 or both. Default both; with --url what the endpoint negotiates.")
  private List<String> tls;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests of each turn, 1 to 1000000. Default: as many as fit into the time, the same"
              + " for all clients of a table; with --url 40, and at most 500.")
  private Integer requests;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds, 1 to 50. Default 5, with --quick or --url 3.")
  private Integer rounds;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "CLIENT",
      description =
          "Of ${COMPLETION-CANDIDATES}. Default httpsurlconnection, httpclient-4.5.13,"
              + " httpclient-4.5.14, httpclient-5, java.net.http, okhttp, reprise-httpclient4,"
              + " reprise-httpsurlconnection and floor.",
      completionCandidates = Clients.class)
  private List<String> clients;

  @Option(
      names = "--levels",
      split = ",",
      paramLabel = "LEVEL",
      description = "plain, webservicetemplate or both. Default both, with --url plain.")
  private List<String> levels;

  @Option(
      names = "--jdk",
      paramLabel = "PATH",
      description =
          "The Java to run the clients with, 11 or newer: a java binary or the home of a JDK."
              + " Default the one that runs this.")
  private Path jdk;

  @Option(
      names = "--provider",
      split = ",",
      paramLabel = "PROVIDER",
      description =
          "TLS and crypto provider of the clients: ${COMPLETION-CANDIDATES}; a list runs each."
              + " Default jsse.",
      completionCandidates = Providers.class)
  private List<String> providers;

  @Option(
      names = "--key-type",
      paramLabel = "TYPE",
      description = "Key of the demo server's certificate: ec or rsa. Default ec.")
  private String keyType;

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      description =
          "Round trip time to the demo server, such as 20ms, to 1s. Default none. With it or"
              + " --rate the clients are keep-alive, httpclient-4.5.14, reprise-httpclient4 and"
              + " reprise-spares.")
  private String roundTrip;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Paced load: N requests a second of each client, to 10000, the latency counted from when"
              + " each is due. Default a closed loop.")
  private Double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "With --rate: constant, that is at equal intervals, or poisson. Default constant.")
  private String arrivals;

  @Option(
      names = "--service-time",
      paramLabel = "TIME",
      description = "How long the demo server holds each response back, to 10s. Default 0ms.")
  private String serviceTime;

  @Option(
      names = "--profile",
      paramLabel = "DIR",
      description =
          "Where async-profiler writes a flame graph of each client, from after its warm-up; a"
              + " table tells where the CPU time goes. It costs a little by itself.")
  private Path profile;

  @Option(
      names = {"--short", "--quick"},
      description = "A short run of under 90 s: fewer requests and rounds, rougher figures.")
  private boolean quick;

  @ArgGroup(exclusive = false, validate = false, heading = "%nAgainst an endpoint of your own:%n")
  private EndpointOptions endpoint = new EndpointOptions();

  static final class SetUps extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    SetUps() {
      super(Arrays.stream(SetUp.values()).map(SetUp::label).toList());
    }
  }

  static final class Clients extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Clients() {
      super(Arrays.stream(ClientKind.values()).map(ClientKind::label).toList());
    }
  }

  static final class Providers extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    Providers() {
      super(Arrays.stream(CryptoProvider.values()).map(CryptoProvider::label).toList());
    }
  }

  /** The named experiment, if one is asked for. */
  Optional<SetUp> setUp() {
    if (setUp == null) {
      return Optional.empty();
    }
    if (endpoint.endpoint().isPresent()) {
      throw new UsageException("--experiment: goes with the demo server only, not with --url");
    }
    return Optional.of(
        Experiment.choose(
                "--experiment", "experiment", List.of(setUp), List.of(SetUp.values()), SetUp::label)
            .get(0));
  }

  /**
   * The plans of a named experiment.
   *
   * @param arguments those of the user, which take the place of its own
   */
  static List<Plan> plans(SetUp setUp, List<String> arguments, String command, List<String> notes) {
    List<Plan> plans = new ArrayList<>();
    for (List<String> part : setUp.parts()) {
      CompareOptions options = new CompareOptions();
      List<String> all = new ArrayList<>(left(part, arguments));
      all.addAll(arguments);
      new CommandLine(options)
          .setUnmatchedArgumentsAllowed(true)
          .parseArgs(all.toArray(String[]::new));
      plans.add(options.plan(command, notes, warning -> {}));
    }
    return plans;
  }

  /** The options of a part, each with its value, that the user does not set. */
  private static List<String> left(List<String> part, List<String> arguments) {
    boolean brief = arguments.contains("--short") || arguments.contains("--quick");
    List<String> left = new ArrayList<>();
    for (int i = 0; i < part.size(); i += 2) {
      String option = part.get(i);
      boolean given =
          arguments.stream().anyMatch(a -> a.equals(option) || a.startsWith(option + "="))
              || (brief && (option.equals("--seconds") || option.equals("--rounds")));
      if (!given) {
        left.addAll(part.subList(i, i + 2));
      }
    }
    return left;
  }

  /**
   * Checks the options.
   *
   * @param command the command line, for the record
   * @param notes takes what is left out, and why
   * @param warnings takes what to think of before it begins
   * @throws UsageException if an option makes no sense
   */
  Plan plan(String command, List<String> notes, Consumer<String> warnings) {
    Optional<UserEndpoint> own = endpoint.endpoint();
    List<String> tlsVersions =
        tls == null
            ? (own.isPresent() ? List.of() : TLS_VERSIONS)
            : Experiment.choose("--tls", "version", tls, TLS_VERSIONS, version -> version);
    List<CryptoProvider> chosen =
        Experiment.choose(
            "--provider",
            "provider",
            or(providers, "jsse"),
            List.of(CryptoProvider.values()),
            CryptoProvider::label);
    JavaRuntime clientJdk = jdk == null ? JavaRuntime.own() : JavaRuntime.given("--jdk", jdk);
    if (own.isPresent() && tls != null && chosen.stream().anyMatch(CryptoProvider::bringsTls)) {
      throw new UsageException(
          "--tls: goes with --url for jsse and corretto only, whose TLS version one system property"
              + " sets for all clients");
    }
    Load load = load(own.isPresent());
    Plan plan =
        new Plan(
            installed(
                Experiment.choose(
                    "--clients",
                    "client",
                    or(clients, labels(load)),
                    List.of(ClientKind.values()),
                    ClientKind::label),
                notes),
            levels(own.isPresent() || isDistance(load), clientJdk, notes),
            tlsVersions,
            threads(own.isPresent()),
            peers(own.isPresent()),
            runnable(chosen, notes),
            cellTime(),
            requests(own.isPresent()),
            rounds == null
                ? (quick || own.isPresent() ? 3 : 5)
                : Experiment.within("--rounds", rounds, 1, 50),
            quick,
            clientJdk,
            own,
            keyType(own.isPresent()),
            load,
            Optional.ofNullable(profile),
            command);
    refuse(
        plan,
        client -> own.isPresent() && client.needsDemoServer(),
        "goes with the demo server only");
    refuse(
        plan,
        client -> plan.mostPeers() > 1 && !client.callsManyPeers(),
        "goes with one peer only, not with --peers");
    own.ifPresent(user -> warnings.accept(endpoint.limit(plan, user)));
    if (plan.groups(List.of("any")).isEmpty()) {
      throw new UsageException(
          "--levels: none of the clients can be compared at the levels asked for");
    }
    return plan;
  }

  private static void refuse(Plan plan, Predicate<ClientKind> which, String why) {
    plan.clients().stream()
        .filter(which)
        .findFirst()
        .ifPresent(
            client -> {
              throw new UsageException("--clients: %s %s".formatted(client.label(), why));
            });
  }

  private static List<ClientKind> installed(List<ClientKind> asked, List<String> notes) {
    List<ClientKind> installed = new ArrayList<>();
    for (ClientKind client : asked) {
      Optional<String> missing = Sidecar.missing(client);
      missing.ifPresent(what -> notes.add("SKIPPED " + client.label() + ": " + what));
      if (missing.isEmpty()) {
        installed.add(client);
      }
    }
    if (installed.isEmpty()) {
      throw new UsageException("--clients: none of them can run here: " + notes);
    }
    return installed;
  }

  private List<Integer> peers(boolean own) {
    if (peers == null) {
      return List.of(1);
    }
    if (own) {
      throw new UsageException("--peers: goes with the demo server only, not with --url");
    }
    peers.forEach(count -> Experiment.within("--peers", count, 1, 1000));
    return peers.stream().distinct().toList();
  }

  private Duration cellTime() {
    return seconds == null
        ? (quick ? Schedule.QUICK_CELL : Schedule.CELL)
        : Duration.ofSeconds(Experiment.within("--seconds", seconds, 3, 3600));
  }

  private List<Level> levels(boolean own, JavaRuntime clientJdk, List<String> notes) {
    List<Level> asked =
        Experiment.choose(
            "--levels",
            "level",
            levels == null
                ? (own ? List.of("plain") : List.of("plain", "webservicetemplate"))
                : levels,
            List.of(Level.values()),
            Level::label);
    if (own && asked.contains(Level.WEB_SERVICE_TEMPLATE)) {
      throw new UsageException(
          "--levels: webservicetemplate goes with the demo server only, not with --url");
    }
    if (clientJdk.feature() >= OLDEST_JAVA_FOR_SPRING_WS
        || !asked.contains(Level.WEB_SERVICE_TEMPLATE)) {
      return asked;
    }
    if (asked.size() == 1) {
      throw new UsageException(
          "--levels: webservicetemplate needs Java %d; --jdk is %d"
              .formatted(OLDEST_JAVA_FOR_SPRING_WS, clientJdk.feature()));
    }
    notes.add(
        "SKIPPED the level webservicetemplate: Spring-WS 4.1 needs Java %d, the clients run on %d"
            .formatted(OLDEST_JAVA_FOR_SPRING_WS, clientJdk.feature()));
    return List.of(Level.PLAIN);
  }

  private static List<CryptoProvider> runnable(List<CryptoProvider> asked, List<String> notes) {
    List<CryptoProvider> runnable = asked.stream().filter(Installation::has).toList();
    for (CryptoProvider provider : asked) {
      if (!runnable.contains(provider)) {
        String why = provider.label() + " has no library for this platform";
        if (runnable.isEmpty()) {
          throw new UsageException("--provider: " + why);
        }
        notes.add("SKIPPED the provider " + why);
      }
    }
    return runnable;
  }

  private List<Integer> threads(boolean own) {
    List<Integer> asked = threads == null ? List.of(own ? 4 : 16) : threads;
    asked.forEach(count -> Experiment.within("--threads", count, 1, 512));
    return asked.stream().distinct().toList();
  }

  private OptionalInt requests(boolean own) {
    if (requests == null) {
      return own ? OptionalInt.of(40) : OptionalInt.empty();
    }
    return OptionalInt.of(
        Experiment.within(
            "--requests", requests, 1, own ? EndpointOptions.MOST_REQUESTS : 1_000_000));
  }

  private String keyType(boolean own) {
    if (keyType == null) {
      return "ec";
    }
    if (own) {
      throw new UsageException("--key-type: goes with the demo server only, not with --url");
    }
    return Experiment.choose(
            "--key-type", "type", List.of(keyType), List.of("ec", "rsa"), type -> type)
        .get(0);
  }

  private static List<String> or(List<String> values, String... others) {
    return values == null ? List.of(others) : values;
  }

  private static String[] labels(Load load) {
    return Arrays.stream(ClientKind.values())
        .filter(kind -> isDistance(load) ? kind.isUsualOverDistance() : kind.isUsual())
        .map(ClientKind::label)
        .toArray(String[]::new);
  }

  private static boolean isDistance(Load load) {
    return load.isDistant() || load.isPaced();
  }

  private Load load(boolean own) {
    if (own && (roundTrip != null || rate != null || serviceTime != null)) {
      throw new UsageException(
          "--rtt, --rate and --service-time: go with the demo server only, not with --url");
    }
    if (arrivals != null && rate == null) {
      throw new UsageException("--arrivals: goes with --rate only");
    }
    if (rate != null && !(rate > 0 && rate <= 10_000)) {
      throw new UsageException("--rate: %s is not above 0 and to 10000".formatted(rate));
    }
    List<String> kinds = List.of("constant", "poisson");
    return new Load(
        time("--rtt", roundTrip, Duration.ofSeconds(1)),
        time("--service-time", serviceTime, Duration.ofSeconds(10)),
        rate == null ? 0 : rate,
        arrivals != null
            && Experiment.choose("--arrivals", "kind", List.of(arrivals), kinds, kind -> kind)
                .contains("poisson"));
  }

  private static Duration time(String option, String value, Duration most) {
    if (value == null) {
      return Duration.ZERO;
    }
    Matcher matcher = TIME.matcher(value);
    if (!matcher.matches()) {
      throw new UsageException("%s: '%s' is no time such as 20ms or 1s".formatted(option, value));
    }
    double unit = matcher.group(2).equals("s") ? 1e9 : 1e6;
    Duration time = Duration.ofNanos((long) (Double.parseDouble(matcher.group(1)) * unit));
    if (time.compareTo(most) > 0) {
      throw new UsageException(
          "%s: '%s' is more than %ds".formatted(option, value, most.toSeconds()));
    }
    return time;
  }
}
