package dev.reprise.probe;

import dev.reprise.probe.measure.Credentials;
import dev.reprise.probe.measure.Survey;
import dev.reprise.probe.measure.Target;
import dev.reprise.probe.measure.Timeouts;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options on the command line. */
@Command(
    name = "java -jar reprise-probe.jar",
    sortOptions = false,
    description = {
      "Finds out, with few requests, what a server does with TLS sessions and connections, what"
          + " Reprise would save its callers, and what to ask its operator for.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 the server resumes sessions; 1 it does not, or not always; 2 wrong option or"
          + " file; 3 host unknown or not reachable; 4 TLS failed, as for lack of trust; 5 HTTP"
          + " error, or no HTTP; 6 broken off.",
      "",
      "Every request is a real one: choose one that changes nothing at the provider, and ask before"
          + " probing a server that is not yours.",
      "",
      "It connects directly, never through a proxy, whatever https_proxy or https.proxyHost say: run it"
          + " where the server can be reached without one."
    })
final class ProbeOptions {

  private static final long LARGEST_BODY = 10L << 20;
  private static final int LONGEST_FIRST_REQUEST_WAIT = 600;
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([ -~\\t]*)");
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      description = "What to call, such as https://host:8443/path.")
  private String url;

  @Option(
      names = "--post",
      paramLabel = "FILE",
      description = "Send this file by POST, as text/xml unless --header says else. Default: GET.")
  private Path post;

  @Option(
      names = "--header",
      paramLabel = "HEADER",
      description = "A request header, such as 'SOAPAction: \"\"'. May be given several times.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description = "Whom to trust: PEM, PKCS12 or JKS. Default: what the JDK trusts.")
  private Path trust;

  @Option(
      names = "--trust-password-env",
      paramLabel = "VARIABLE",
      description = "The environment variable that has the password of --trust.")
  private String trustPasswordEnv;

  @Option(
      names = "--trust-password-file",
      paramLabel = "FILE",
      description = "The file whose first line is the password of --trust.")
  private Path trustPasswordFile;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      description = "The client certificate: PKCS12, JKS, or PEM with its key.")
  private Path cert;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The key of --cert, if that is PEM and has none.")
  private Path key;

  @Option(
      names = "--cert-password-env",
      paramLabel = "VARIABLE",
      description =
          "The environment variable that has the password of --cert or --key. Without it a terminal"
              + " is asked.")
  private String certPasswordEnv;

  @Option(
      names = "--cert-password-file",
      paramLabel = "FILE",
      description = "The file whose first line is the password of --cert or --key.")
  private Path certPasswordFile;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests in all, "
              + Survey.FEWEST_REQUESTS
              + " to "
              + Survey.MOST_REQUESTS
              + ", never more. Default "
              + Survey.DEFAULT_REQUESTS
              + ".")
  private int requests = Survey.DEFAULT_REQUESTS;

  @Option(
      names = "--rate",
      paramLabel = "CALLS",
      description = "Your calls a second, to reckon with. Default 1.")
  private double rate = 1;

  @Option(
      names = "--first-request-wait",
      paramLabel = "SECONDS",
      description =
          "Also hold one connection open without a request for so long, to see when the server gives"
              + " up. Not looked at by default.")
  private Integer firstRequestWait;

  @Option(names = "--any-status", description = "Go on if the server answers with an HTTP error.")
  private boolean anyStatus;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "For a connect and for each read, 1 to 300. Default 15.")
  private int timeout = 15;

  @Option(
      names = "--pause",
      paramLabel = "MILLIS",
      description = "Between connections, 0 to 60000. Default 250.")
  private int pause = 250;

  @Option(
      names = "--json",
      arity = "0..1",
      fallbackValue = "-",
      paramLabel = "FILE",
      description = "Write all facts as JSON into the file; without one print them, and no text.")
  private String json;

  @Option(names = "--quiet", description = "Do not tell what is being done.")
  private boolean quiet;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean help;

  /** A URL right after an option that takes a file or none is the URL all the same. */
  void settle() {
    if (url == null && isUrl(json)) {
      url = json;
      json = "-";
    }
    within("--requests", requests, Survey.FEWEST_REQUESTS, Survey.MOST_REQUESTS);
    within("--timeout", timeout, 1, 300);
    within("--pause", pause, 0, 60_000);
    if (!(rate > 0 && rate <= 1e6)) {
      throw new UsageException("--rate: give calls a second, more than 0, such as 0.5 or 20");
    }
    if (firstRequestWait != null) {
      within("--first-request-wait", firstRequestWait, 1, LONGEST_FIRST_REQUEST_WAIT);
    }
  }

  private static boolean isUrl(String value) {
    return value != null && value.startsWith("https://");
  }

  private static void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new UsageException(option + ": " + value + " is not within " + least + " to " + most);
    }
  }

  Target target() {
    return new Target(
        parsedUrl(),
        post == null ? null : GivenFile.read("--post", post, LARGEST_BODY),
        parsedHeaders());
  }

  private URI parsedUrl() {
    if (url == null) {
      throw new UsageException("Give the URL to call, such as https://host:8443/path (--help)");
    }
    try {
      URI parsed = new URI(url);
      if (parsed.getRawUserInfo() != null) {
        throw new UsageException(
            "The URL has a user name in it: leave it out, and give a header with --header");
      }
      if (!"https".equals(parsed.getScheme())
          || parsed.getHost() == null
          || parsed.getPort() == 0
          || parsed.getPort() > 65_535) {
        throw new UsageException(
            "'" + withoutQuery(url) + "' is no https URL, such as https://host:8443/path");
      }
      return parsed;
    } catch (URISyntaxException e) {
      throw new UsageException("'" + withoutQuery(url) + "' is no URL: " + e.getReason());
    }
  }

  private static String withoutQuery(String url) {
    return url.replaceAll("//[^/@]*@", "//").replaceAll("\\?.*", "");
  }

  private List<String> parsedHeaders() {
    List<String> parsed = new ArrayList<>();
    for (String header : headers) {
      Matcher matcher = HEADER.matcher(header);
      if (!matcher.matches()) {
        throw new UsageException("--header: one is not of the form 'Name: value'");
      }
      if (OWN_HEADERS.contains(matcher.group(1).toLowerCase(Locale.ROOT))) {
        throw new UsageException("--header: " + matcher.group(1) + " is set by the probe itself");
      }
      parsed.add(matcher.group(1) + ": " + matcher.group(2));
    }
    return parsed;
  }

  Credentials credentials(Map<String, String> environment, Function<String, char[]> prompt) {
    return CredentialFiles.load(
        trust,
        new PasswordSource("--trust", trustPasswordEnv, trustPasswordFile, environment, prompt),
        cert,
        key,
        new PasswordSource("--cert", certPasswordEnv, certPasswordFile, environment, prompt));
  }

  Timeouts timeouts() {
    return new Timeouts(Duration.ofSeconds(timeout), Duration.ofMillis(pause));
  }

  int requests() {
    return requests;
  }

  double rate() {
    return rate;
  }

  Optional<Duration> firstRequestWait() {
    return Optional.ofNullable(firstRequestWait).map(Duration::ofSeconds);
  }

  boolean anyStatus() {
    return anyStatus;
  }

  boolean quiet() {
    return quiet;
  }

  /** Where JSON goes: a file, {@code -} for standard output, or nowhere. */
  Optional<String> json() {
    return Optional.ofNullable(json);
  }

  boolean hasTrust() {
    return trust != null;
  }

  boolean hasCertificate() {
    return cert != null;
  }
}
