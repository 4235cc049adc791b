package dev.reprise.lab.matrix.server;

import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.HttpsURLConnection;

/** A first call of a server: a whole one, since servers log it as an error if it is broken off. */
final class Greeting {

  private static final int LIMIT_MILLIS = 20_000;
  private static final byte[] BODY = "<hello/>".getBytes(StandardCharsets.US_ASCII);

  private Greeting() {}

  /**
   * Calls the server.
   *
   * @return false if nobody listens there
   * @throws HarnessException if it does not answer as it should
   */
  static boolean isAnswered(URI url, String method, Path authority) {
    try {
      HttpsURLConnection connection = (HttpsURLConnection) url.toURL().openConnection();
      connection.setSSLSocketFactory(Trust.newSockets(authority));
      connection.setConnectTimeout(LIMIT_MILLIS);
      connection.setReadTimeout(LIMIT_MILLIS);
      if (method.equals("POST")) {
        connection.setDoOutput(true);
        connection.getOutputStream().write(BODY);
      }
      try (InputStream in = connection.getInputStream()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException | GeneralSecurityException e) {
      throw new HarnessException("%s does not answer: %s".formatted(url, e), e);
    }
  }
}
