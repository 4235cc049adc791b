package dev.reprise.lab.matrix.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.HarnessException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.HttpsURLConnection;

/** Asks the demo server for its counts. Each question is a full handshake, and taken off. */
final class DemoStats {

  private static final int LIMIT_MILLIS = 20_000;

  private final ObjectMapper json = new ObjectMapper();
  private final URI url;
  private final Path authority;
  private long asked;

  DemoStats(URI url, Path authority) {
    this.url = url;
    this.authority = authority;
  }

  ServerView view() {
    try {
      HttpsURLConnection connection = (HttpsURLConnection) url.toURL().openConnection();
      connection.setSSLSocketFactory(Trust.newSockets(authority));
      connection.setConnectTimeout(LIMIT_MILLIS);
      connection.setReadTimeout(LIMIT_MILLIS);
      try (InputStream in = connection.getInputStream()) {
        JsonNode stats = json.readTree(in);
        asked++;
        return new ServerView(
            stats.required("fullHandshakes").asLong() - asked,
            stats.required("resumedHandshakes").asLong());
      }
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new HarnessException("the demo server does not tell its counts: " + e, e);
    }
  }
}
