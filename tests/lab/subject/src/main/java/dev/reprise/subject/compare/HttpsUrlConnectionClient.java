package dev.reprise.subject.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** The JDK's HttpsURLConnection, over any socket factory. */
final class HttpsUrlConnectionClient implements ComparedClient {

  private final ClientSettings settings;
  private final SSLSocketFactory sockets;
  private final URL url;
  private final byte[] body;

  HttpsUrlConnectionClient(ClientSettings settings, SSLSocketFactory sockets) throws IOException {
    this.settings = settings;
    this.sockets = sockets;
    url = settings.uri().toURL();
    body = settings.body();
  }

  @Override
  public void exchange(int worker) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
    connection.setSSLSocketFactory(sockets);
    connection.setConnectTimeout((int) ClientSettings.CONNECT_TIMEOUT.toMillis());
    connection.setReadTimeout((int) ClientSettings.READ_TIMEOUT.toMillis());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setDoOutput(true);
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", settings.contentType());
    settings.headers().forEach(connection::setRequestProperty);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    int status = connection.getResponseCode();
    InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    try (InputStream in = answer == null ? InputStream.nullInputStream() : answer) {
      ComparedClient.check(status, in.readAllBytes().length);
    }
  }
}
