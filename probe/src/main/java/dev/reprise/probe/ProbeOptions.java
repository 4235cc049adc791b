package dev.reprise.probe;

import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.probe.measure.Survey;
import dev.reprise.probe.measure.Target;
import dev.reprise.probe.recording.FlightRecording;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options on the command line, and the files that they name. */
@Command(
    name = "java -jar reprise-probe.jar",
    sortOptions = false,
    resourceBundle = "dev.reprise.probe.options")
final class ProbeOptions {

  private static final int LONGEST_FILE = 16 << 20;
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([ -~\\t]*)");
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  @Parameters(arity = "0..1", paramLabel = "URL", descriptionKey = "URL")
  private String url;

  @Option(names = "--post", paramLabel = "FILE")
  private Path post;

  @Option(names = "--header", paramLabel = "HEADER")
  private List<String> headers = new ArrayList<>();

  @Option(names = "--trust", paramLabel = "FILE")
  Path trust;

  @Option(names = "--trust-password-env", paramLabel = "VARIABLE")
  String trustPasswordEnv;

  @Option(names = "--cert", paramLabel = "FILE")
  Path cert;

  @Option(names = "--key", paramLabel = "FILE")
  Path key;

  @Option(names = "--cert-password-env", paramLabel = "VARIABLE")
  String certPasswordEnv;

  @Option(names = "--recording", paramLabel = "FILE")
  Path recording;

  @Option(names = "--requests", paramLabel = "N")
  int requests = 20;

  @Option(names = "--rate", paramLabel = "CALLS")
  double rate = 1;

  @Option(names = "--any-status")
  boolean anyStatus;

  @Option(names = "--timeout", paramLabel = "SECONDS")
  private int timeout = 15;

  @Option(names = "--pause", paramLabel = "MILLIS")
  int pause = 250;

  @Option(names = "--json")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true)
  private boolean help;

  void check() {
    within("--requests", requests, Survey.FEWEST_REQUESTS, Survey.MOST_REQUESTS);
    within("--timeout", timeout, 1, 300);
    within("--pause", pause, 0, 60_000);
    if (!(rate > 0 && rate <= 1e6)) {
      throw ProbeFailure.usage("--rate: give calls per second, more than 0, such as 0.5 or 20");
    }
  }

  private static void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw ProbeFailure.usage(option + ": " + value + " is not within " + least + " to " + most);
    }
  }

  Target target() {
    return new Target(
        parsedUrl(),
        post == null ? null : read("--post", post),
        parsedHeaders(),
        Duration.ofSeconds(timeout));
  }

  boolean isUrlGiven() {
    return url != null;
  }

  private URI parsedUrl() {
    if (url == null) {
      throw ProbeFailure.usage("Give the URL to call, such as https://host:8443/path (--help)");
    }
    try {
      URI parsed = new URI(url);
      if (parsed.getRawUserInfo() != null) {
        throw ProbeFailure.usage(
            "The URL has a user name in it: leave it out, and give an Authorization header with"
                + " --header");
      }
      if (!"https".equals(parsed.getScheme())
          || parsed.getHost() == null
          || parsed.getPort() == 0
          || parsed.getPort() > 65_535) {
        throw ProbeFailure.usage("That is not an https URL, such as https://host:8443/path");
      }
      return parsed;
    } catch (URISyntaxException e) {
      // Not shown, since it may hold a password.
      throw ProbeFailure.usage("That is no URL: " + e.getReason());
    }
  }

  private List<String> parsedHeaders() {
    List<String> parsed = new ArrayList<>();
    for (String header : headers) {
      Matcher matcher = HEADER.matcher(header);
      if (!matcher.matches()) {
        throw ProbeFailure.usage("--header: give each in the form 'Name: value'");
      }
      if (OWN_HEADERS.contains(matcher.group(1).toLowerCase(Locale.ROOT))) {
        throw ProbeFailure.usage("--header: " + matcher.group(1) + " is set by the probe itself");
      }
      parsed.add(matcher.group(1) + ": " + matcher.group(2));
    }
    return parsed;
  }

  static byte[] read(String option, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST_FILE + 1);
      if (bytes.length > LONGEST_FILE) {
        throw ProbeFailure.usage(
            option + ": '" + file + "' is longer than 16 MiB; give a shorter file");
      }
      return bytes;
    } catch (IOException e) {
      throw ProbeFailure.usage(option + ": '" + file + "' cannot be read: " + reason(e));
    }
  }

  FlightRecording recorded() {
    try {
      return FlightRecording.read(recording);
    } catch (IOException | RuntimeException e) {
      String reason = e instanceof IOException ? reason((IOException) e) : "it is damaged";
      throw ProbeFailure.usage("--recording: '" + recording + "' cannot be read: " + reason);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return String.valueOf(e.getMessage());
  }
}
