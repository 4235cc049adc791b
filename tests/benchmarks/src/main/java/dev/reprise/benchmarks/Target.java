package dev.reprise.benchmarks;

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
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * What is called, with what trust: read from properties, as one process hands them to another.
 * Immutable and thread-safe.
 *
 * <p>The keys: {@code url}; {@code authority}, a PEM file; {@code body}, a file, {@code type} and
 * {@code header.NAME}; {@code threads}.
 */
final class Target {

  /** The length of a request of our own, as of a small SOAP call. */
  static final int BODY_BYTES = 600;

  private static final String BODY_HEAD =
      "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<SOAP-ENV:Header/><SOAP-ENV:Body>";
  private static final String PAYLOAD_HEAD = "<quote xmlns=\"https://reprise.dev/quotes\">";
  private static final String PAYLOAD_TAIL = "</quote>";
  private static final String BODY_TAIL = "</SOAP-ENV:Body></SOAP-ENV:Envelope>";

  final URI url;
  final String tls;
  final int threads;
  final byte[] body;
  final String type;
  final Map<String, String> headers = new LinkedHashMap<>();
  final CountingTrustManager trust;

  /**
   * Reads it.
   *
   * @param tls the TLS version that the server speaks
   */
  Target(Properties from, String tls) throws IOException, GeneralSecurityException {
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
    trust = new CountingTrustManager(trust(from));
  }

  /** The SOAP message that is sent unless another is given. */
  static String envelope() {
    return BODY_HEAD + payload() + BODY_TAIL;
  }

  /** What WebServiceTemplate puts into a message of its own. */
  static String payload() {
    int rest =
        BODY_BYTES
            - BODY_HEAD.length()
            - PAYLOAD_HEAD.length()
            - PAYLOAD_TAIL.length()
            - BODY_TAIL.length();
    return PAYLOAD_HEAD + "x".repeat(rest) + PAYLOAD_TAIL;
  }

  private static X509ExtendedTrustManager trust(Properties from)
      throws IOException, GeneralSecurityException {
    String authority = from.getProperty("authority");
    return Authority.trust(authority == null ? null : Files.readAllBytes(Path.of(authority)));
  }

  /** A new context of the preferred provider, with a session cache of its own. */
  SSLContext newSslContext() {
    try {
      return Authority.newContext(trust);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up", e);
    }
  }
}
