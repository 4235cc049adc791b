package dev.reprise.benchmarks.calls;

import dev.reprise.subject.Authority;
import dev.reprise.testkit.CountingTrustManager;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * What is called, with what trust: read from properties, as one process hands them to another.
 * Immutable and thread-safe.
 *
 * <p>The keys: {@code url}; {@code authority}, a PEM file; {@code body}, a file, {@code type} and
 * {@code header.NAME}; {@code threads}.
 */
public final class Target {

  /** The length of a request of our own, as of a small SOAP call. */
  public static final int BODY_BYTES = 600;

  private static final String ENVELOPE =
      "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<SOAP-ENV:Header/><SOAP-ENV:Body>%s</SOAP-ENV:Body></SOAP-ENV:Envelope>";
  private static final String PAYLOAD = "<quote xmlns=\"https://reprise.dev/quotes\">%s</quote>";

  final URI url;
  final String tls;
  final int threads;
  final byte[] body;
  final String type;
  final Map<String, String> headers = new LinkedHashMap<>();
  public final CountingTrustManager trust;

  /**
   * Reads it.
   *
   * @param tls the TLS version that the server speaks
   */
  public Target(Properties from, String tls) throws IOException, GeneralSecurityException {
    this.tls = tls;
    url = URI.create(from.getProperty("url"));
    threads = Integer.parseInt(from.getProperty("threads"));
    String file = from.getProperty("body");
    body =
        file == null
            ? envelope().getBytes(StandardCharsets.US_ASCII)
            : Files.readAllBytes(Path.of(file));
    type = from.getProperty("type", "text/xml; charset=utf-8");
    for (String key : from.stringPropertyNames()) {
      if (key.startsWith("header.")) {
        headers.put(key.substring("header.".length()), from.getProperty(key));
      }
    }
    String authority = from.getProperty("authority");
    byte[] certificate = authority == null ? null : Files.readAllBytes(Path.of(authority));
    trust = new CountingTrustManager(Authority.trust(certificate));
  }

  /** The SOAP message that is sent unless another is given. */
  public static String envelope() {
    return String.format(ENVELOPE, payload());
  }

  /** What WebServiceTemplate puts into a message of its own. */
  static String payload() {
    int rest = BODY_BYTES - (ENVELOPE + PAYLOAD).length() + 2 * "%s".length();
    return String.format(PAYLOAD, "x".repeat(rest));
  }
}
