package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Target;
import dev.reprise.lab.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options for a server of somebody's own, which is treated with care. */
final class Endpoint {

  /** What is sent in all, unless more is asked for. */
  static final int REQUESTS = 60;

  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):\\s*(\\p{Print}*)");
  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "content-type", "host", "transfer-encoding");

  @Option(
      names = "--url",
      required = true,
      paramLabel = "URL",
      description =
          "An https URL to POST to, instead of a server of the comparison's own: latency and"
              + " handshakes, with four calls at a time, twice per second.")
  String url;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "How many requests are sent to it in all. Default 60.")
  int requests = REQUESTS;

  @Option(names = "--body", required = true, paramLabel = "FILE", description = "The request body.")
  Path body;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      defaultValue = "text/xml; charset=utf-8",
      description = "The body's content type. Default ${DEFAULT-VALUE}.")
  String contentType;

  @Option(
      names = "--header",
      paramLabel = "HEADER",
      description = "A further header, such as 'SOAPAction: \"\"'; may be given several times.")
  List<String> headers = new ArrayList<>();

  @Option(
      names = "--authority",
      paramLabel = "FILE",
      description = "The certificate of the server's CA, in PEM. Default the JDK's own CAs.")
  String authority;

  Target target() {
    if (!url.matches("https://[^/@]+(/.*)?")) {
      throw HarnessException.ofUsage("--url: '" + url + "' is none such as https://host:8443/path");
    }
    if (!Files.isReadable(body)) {
      throw HarnessException.ofUsage("--body: '" + body + "' cannot be read");
    }
    if (requests < 4) {
      throw HarnessException.ofUsage("--requests: " + requests + " are too few");
    }
    Target target = new Target();
    target.body = body.toString();
    target.type = contentType;
    target.authority = authority;
    for (String header : headers) {
      Matcher matcher = HEADER.matcher(header);
      if (!matcher.matches()) {
        throw HarnessException.ofUsage("--header: one is not of the form 'Name: value'");
      }
      if (OWN_HEADERS.contains(matcher.group(1).toLowerCase(Locale.ROOT))) {
        throw HarnessException.ofUsage("--header: " + matcher.group(1) + " is set by the clients");
      }
      target.headers.put(matcher.group(1), matcher.group(2));
    }
    return target;
  }
}
