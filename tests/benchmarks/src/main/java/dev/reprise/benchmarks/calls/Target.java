package dev.reprise.benchmarks.calls;

import dev.reprise.subject.Authority;
import dev.reprise.testkit.CountingTrustManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is called, with what trust; one process hands it to another in JSON. */
public final class Target {

  /** The length of a request of our own, as of a small SOAP call. */
  public static final int BODY_BYTES = 600;

  private static final String ENVELOPE =
      "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<SOAP-ENV:Header/><SOAP-ENV:Body>%s</SOAP-ENV:Body></SOAP-ENV:Envelope>";
  private static final String PAYLOAD = "<quote xmlns=\"https://reprise.dev/quotes\">%s</quote>";

  public String url;
  public String tls;
  public int threads;

  /** How long before a call a client over Reprise announces it; 0 if it does not. */
  public int aheadMillis;

  /** How long the handler of an inbound request works before it makes a call; 0 for no handler. */
  public int queryMillis;

  /** Whether the application that calls has a connection prepared at its start. */
  public boolean atStart;

  /** The PEM file of the authority to trust; null for the JDK's own. */
  public String authority;

  /** The file of the request's body; null for a message of our own. */
  public String body;

  public String type = "text/xml; charset=utf-8";
  public Map<String, String> headers = new LinkedHashMap<>();
  public long sidecar;

  public CountingTrustManager trust() throws IOException, GeneralSecurityException {
    byte[] certificate = authority == null ? null : Files.readAllBytes(Path.of(authority));
    return new CountingTrustManager(Authority.trust(certificate));
  }

  byte[] content() throws IOException {
    return body == null
        ? envelope().getBytes(StandardCharsets.US_ASCII)
        : Files.readAllBytes(Path.of(body));
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
