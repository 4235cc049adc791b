package dev.reprise.democlient;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.HttpsURLConnection;

/** A demo server that someone else has started. */
final class RunningServer {
  /** What every demo server protects its stores with; it guards certificates alone. */
  private static final String PASSWORD = "changeit";

  private static final int TIMEOUT_MILLIS = 5000;

  private RunningServer() {}

  /** Finds the server, and makes sure that it is a demo server before anything is sent to it. */
  static Target find(String url, Path trustStore) {
    Target target = new Target(origin(url), readable(trustStore), PASSWORD);
    URI stats = URI.create(target.baseUrl() + "/stats");
    try {
      HttpsURLConnection connection = (HttpsURLConnection) stats.toURL().openConnection();
      connection.setSSLSocketFactory(sockets(target));
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      try (InputStream in = connection.getInputStream()) {
        new ObjectMapper().readTree(in).required("resumedHandshakes");
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new DashboardException(
          "--url: no demo server answers at %s (%s); start one, and give the URL that it prints"
              .formatted(target.baseUrl(), e.getMessage()),
          e);
    }
    return target;
  }

  private static ResumingSslSocketFactory sockets(Target target) {
    try {
      return new ResumingSslSocketFactory(
          TlsSettings.builder().trustManagers(target.trustManager()).build());
    } catch (GeneralSecurityException | IOException e) {
      throw new UsageException(
          "--trust-store: '%s' is no trust store of a demo server: %s"
              .formatted(target.trustStore(), e.getMessage()),
          e);
    }
  }

  private static String origin(String url) {
    try {
      URI parsed = new URI(url);
      if (!"https".equals(parsed.getScheme()) || parsed.getHost() == null) {
        throw new UsageException(
            "--url: '%s' is no https URL, such as https://localhost:8443".formatted(url));
      }
      if (parsed.getRawUserInfo() != null || parsed.getPath().length() > 1) {
        throw new UsageException(
            "--url: give scheme, host and port alone, such as https://localhost:8443");
      }
      return "https://" + parsed.getRawAuthority();
    } catch (URISyntaxException e) {
      throw new UsageException("--url: '%s' is no URL: %s".formatted(url, e.getReason()), e);
    }
  }

  private static Path readable(Path trustStore) {
    if (trustStore == null) {
      throw new UsageException(
          "--trust-store: --url needs the store that the demo server printed; give its file");
    }
    if (!Files.isReadable(trustStore) || Files.isDirectory(trustStore)) {
      throw new UsageException(
          "--trust-store: '%s' is no file that can be read".formatted(trustStore));
    }
    return trustStore.toAbsolutePath();
  }
}
