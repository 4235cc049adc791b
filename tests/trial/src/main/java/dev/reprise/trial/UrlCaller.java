package dev.reprise.trial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.URL;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** HttpsURLConnection. */
final class UrlCaller extends Caller {

  private volatile SSLSocketFactory sockets;

  UrlCaller(World world, Equipment equipment) {
    super(world, equipment);
    renew();
  }

  @Override
  void renew() {
    sockets = equipment.sockets();
  }

  @Override
  void exchange(int number, StringBuilder told) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            new URL("https", world.host(), world.target.peer.port(), "/" + number)
                .openConnection(way());
    begin(number, connection::disconnect);
    if (connection instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(sockets);
    }
    connection.setConnectTimeout(scenario.timeoutMillis());
    connection.setReadTimeout(scenario.timeoutMillis());
    connection.setUseCaches(false);
    connection.setAuthenticator(new Known());
    headers(number).forEach(connection::setRequestProperty);
    send(connection, number);
    told.append(connection.getResponseCode()).append(' ');
    InputStream in =
        connection.getResponseCode() >= 400
            ? connection.getErrorStream()
            : connection.getInputStream();
    String read = "no body";
    if (in != null) {
      try (in) {
        read = read(in, number, connection::disconnect);
      }
    }
    told.append(read);
  }

  private Proxy way() {
    return world.proxy == null
        ? Proxy.NO_PROXY
        : new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", world.proxy.port()));
  }

  private void send(HttpURLConnection connection, int number) throws IOException {
    connection.setRequestMethod(scenario.verb());
    if (scenario.hasBody()) {
      byte[] body = body(number);
      if (scenario.is("method=post-once")) {
        connection.setFixedLengthStreamingMode(body.length);
      }
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
    }
  }

  private final class Known extends Authenticator {
    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      boolean known = getRequestorType() == RequestorType.PROXY ? knowsProxyLogin() : knowsLogin();
      return known ? new PasswordAuthentication(World.USER, World.PASSWORD.toCharArray()) : null;
    }
  }
}
