package dev.reprise.lab.compare;

import dev.reprise.lab.UsageException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options for an endpoint of the user's own, which is treated with care. */
final class EndpointOptions {

  static final int MOST_REQUESTS = 500;

  private static final long MOST_REQUESTS_IN_ALL = 20_000;
  private static final long LARGEST_BODY = 10L << 20;
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):\\s*(\\p{Print}*)");
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "An https URL to POST to, instead of the demo server.")
  private String url;

  @Option(names = "--body", paramLabel = "FILE", description = "The request body.")
  private Path body;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = "The body's content type. Default text/xml; charset=utf-8.")
  private String contentType;

  @Option(
      names = "--header",
      paramLabel = "HEADER",
      description =
          "A further request header, such as 'SOAPAction: \"\"'. May be given several times.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--trust-store",
      paramLabel = "FILE",
      description = "A PKCS12 or JKS store with the endpoint's CA. Default the JDK's own.")
  private Path trustStore;

  @Option(
      names = "--trust-store-password-env",
      paramLabel = "VARIABLE",
      description = "The environment variable that has the store's password.")
  private String trustStorePasswordEnv;

  /** The endpoint, if one is asked for. */
  Optional<UserEndpoint> endpoint() {
    if (url == null) {
      refuseWithoutUrl("--body", body);
      refuseWithoutUrl("--content-type", contentType);
      refuseWithoutUrl("--header", headers.isEmpty() ? null : headers);
      refuseWithoutUrl("--trust-store", trustStore);
      refuseWithoutUrl("--trust-store-password-env", trustStorePasswordEnv);
      return Optional.empty();
    }
    if (body == null) {
      throw new UsageException("--body: --url needs the file to send; give --body FILE");
    }
    String type = contentType == null ? Payloads.CONTENT_TYPE : contentType;
    if (!type.matches("[\\w.+-]+/[\\w.+-]+(\\s*;\\s*\\p{Print}+)?")) {
      throw new UsageException(
          "--content-type: '%s' is none; try 'text/xml; charset=utf-8'".formatted(type));
    }
    return Optional.of(
        new UserEndpoint(parsedUrl(), readBody(), type, parsedHeaders(), trustStore, password()));
  }

  private static void refuseWithoutUrl(String option, Object value) {
    if (value != null) {
      throw new UsageException(option + ": goes with --url only");
    }
  }

  private URI parsedUrl() {
    try {
      URI parsed = new URI(url);
      if (!"https".equals(parsed.getScheme()) || parsed.getHost() == null) {
        throw new UsageException(
            "--url: '%s' is no https URL, such as https://host:8443/path".formatted(url));
      }
      if (parsed.getRawUserInfo() != null) {
        throw new UsageException("--url: leave user and password out; give a header with --header");
      }
      return parsed;
    } catch (URISyntaxException e) {
      throw new UsageException("--url: '%s' is no URL: %s".formatted(url, e.getReason()));
    }
  }

  private byte[] readBody() {
    try {
      if (!Files.isRegularFile(body)) {
        throw new UsageException("--body: there is no file '%s'".formatted(body));
      }
      if (Files.size(body) > LARGEST_BODY) {
        throw new UsageException("--body: '%s' is larger than 10 MiB".formatted(body));
      }
      return Files.readAllBytes(body);
    } catch (IOException e) {
      throw new UsageException("--body: '%s' cannot be read: %s".formatted(body, e));
    }
  }

  private Map<String, String> parsedHeaders() {
    Map<String, String> parsed = new LinkedHashMap<>();
    for (String header : headers) {
      var matcher = HEADER.matcher(header);
      if (!matcher.matches()) {
        throw new UsageException("--header: one is not of the form 'Name: value'");
      }
      String name = matcher.group(1);
      if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
        throw new UsageException("--header: %s is set by the comparison itself".formatted(name));
      }
      parsed.put(name, matcher.group(2));
    }
    return parsed;
  }

  private String password() {
    if (trustStore == null) {
      if (trustStorePasswordEnv != null) {
        throw new UsageException("--trust-store-password-env: goes with --trust-store only");
      }
      return null;
    }
    if (trustStorePasswordEnv == null) {
      throw new UsageException(
          "--trust-store: put its password into an environment variable and name that with"
              + " --trust-store-password-env");
    }
    String password = System.getenv(trustStorePasswordEnv);
    if (password == null) {
      throw new UsageException(
          "--trust-store-password-env: there is no environment variable '%s'"
              .formatted(trustStorePasswordEnv));
    }
    if (!Files.isRegularFile(trustStore)) {
      throw new UsageException("--trust-store: there is no file '%s'".formatted(trustStore));
    }
    UserEndpoint.load(trustStore, password);
    return password;
  }

  /**
   * Refuses to send more than an endpoint that others use may bear, and warns how much it will be.
   */
  String limit(Plan plan, UserEndpoint endpoint) {
    long turns =
        (long) Math.max(1, plan.tlsVersions().size())
            * plan.providers().size()
            * plan.threads().size()
            * plan.clients().size()
            * (plan.rounds() + CellRun.WARM_UPS);
    long total = turns * plan.requests().orElseThrow();
    if (total > MOST_REQUESTS_IN_ALL) {
      throw new UsageException(
          "--url: that would be %,d requests, and at most %,d are sent to an endpoint of your own; lower --requests, --rounds or --clients"
              .formatted(total, MOST_REQUESTS_IN_ALL));
    }
    return "WARNING: %,d POST requests go to %s, by up to %d threads at a time; be sure that it may be called like that"
        .formatted(
            total,
            endpoint.url(),
            plan.threads().stream().mapToInt(Integer::intValue).max().orElseThrow());
  }

  /** The arguments as they may be written down: values of headers are left out. */
  static Stream<String> withoutSecrets(List<String> arguments) {
    List<String> shown = new ArrayList<>();
    boolean header = false;
    for (String argument : arguments) {
      String text =
          header || argument.startsWith("--header=")
              ? argument.replaceFirst(":.*", ": …")
              : argument;
      shown.add(text.matches("[\\w./:,=+-]+") ? text : "'" + text.replace("'", "'\\''") + "'");
      header = argument.equals("--header");
    }
    return shown.stream();
  }
}
