package dev.reprise.democlient;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import org.springframework.ws.transport.WebServiceConnection;
import org.springframework.ws.transport.http.HttpsUrlConnectionMessageSender;

/** The stock sender, whose handshakes are counted and whose closes are timed. */
final class TimedUrlConnectionSender extends HttpsUrlConnectionMessageSender {
  private final Figures figures;

  TimedUrlConnectionSender(Figures figures) {
    this.figures = figures;
  }

  @Override
  public WebServiceConnection createConnection(URI uri) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    prepareConnection(connection);
    return new TimedUrlConnection(connection, figures);
  }
}
