package dev.reprise.probe.measure;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What is called: an https URL, and the request for it. Immutable. */
public final class Target {

  private static final int HTTPS = 443;

  private final URI url;
  private final byte[] body;
  private final List<String> headers;
  private final Duration timeout;

  /**
   * Makes a target of a checked URL.
   *
   * @param body what is sent by POST; null for a GET
   * @param headers lines of the form {@code Name: value}
   * @param timeout for the connect, and for each read; at most a few minutes
   */
  public Target(URI url, byte[] body, List<String> headers, Duration timeout) {
    this.url = url;
    this.body = body == null ? null : body.clone();
    this.headers = new ArrayList<>(headers);
    this.timeout = timeout;
  }

  /** The URL without its query, which may be secret. */
  public String shown() {
    return "https://" + url.getRawAuthority() + path() + (url.getRawQuery() == null ? "" : "?...");
  }

  /** A name, or an address without brackets. */
  public String host() {
    String host = url.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  public int port() {
    return url.getPort() < 0 ? HTTPS : url.getPort();
  }

  int timeoutMillis() {
    return (int) timeout.toMillis();
  }

  public String method() {
    return body == null ? "GET" : "POST";
  }

  private String path() {
    return url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
  }

  /**
   * The request as it is sent.
   *
   * @param closing whether it asks the server to close the connection
   */
  byte[] request(boolean closing) {
    StringBuilder head = new StringBuilder();
    head.append(method()).append(' ').append(path());
    Optional.ofNullable(url.getRawQuery()).ifPresent(query -> head.append('?').append(query));
    head.append(" HTTP/1.1\r\nHost: ").append(url.getRawAuthority()).append("\r\n");
    header(head, "User-Agent", "reprise-probe");
    header(head, "Accept", "*/*");
    headers.forEach(line -> head.append(line).append("\r\n"));
    if (body != null) {
      header(head, "Content-Type", "text/xml; charset=utf-8");
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    // As HttpClient and HttpsURLConnection do; some servers tell their timeout only then.
    head.append(closing ? "Connection: close\r\n" : "Connection: keep-alive\r\n");
    head.append("\r\n");
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    if (body != null) {
      request.writeBytes(body);
    }
    return request.toByteArray();
  }

  /** A header of the probe itself, unless the user gave one with this name. */
  private void header(StringBuilder head, String name, String value) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    if (headers.stream().noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))) {
      head.append(name).append(": ").append(value).append("\r\n");
    }
  }
}
