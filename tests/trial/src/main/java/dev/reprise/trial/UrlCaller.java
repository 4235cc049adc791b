package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Login;
import dev.reprise.trial.Dimensions.Method;
import dev.reprise.trial.Dimensions.ProxyLogin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.URL;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** HttpsURLConnection. */
final class UrlCaller implements Caller {

  private final World world;
  private final Scenario scenario;
  private final Equipment equipment;
  private final Proxy proxy;
  private final Map<Integer, HttpURLConnection> running = new ConcurrentHashMap<>();
  private volatile SSLSocketFactory sockets;

  UrlCaller(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
    this.proxy = proxyOf(world);
    this.sockets = equipment.sockets();
  }

  static Proxy proxyOf(World world) {
    if (world.socks != null) {
      return new Proxy(Proxy.Type.SOCKS, new InetSocketAddress("127.0.0.1", world.socks.port()));
    }
    return world.proxy == null
        ? Proxy.NO_PROXY
        : new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", world.proxy.port()));
  }

  @Override
  public Outcome call(int number) {
    String before = "";
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              new URL(world.scheme(), world.host(), world.target.port(), "/" + number)
                  .openConnection(proxy);
      running.put(number, connection);
      if (connection instanceof HttpsURLConnection) {
        ((HttpsURLConnection) connection).setSSLSocketFactory(sockets);
      }
      connection.setConnectTimeout(scenario.get(Dimensions.Timeouts.class).millis);
      connection.setReadTimeout(scenario.get(Dimensions.Timeouts.class).millis);
      connection.setUseCaches(false);
      connection.setAuthenticator(new Known());
      connection.setRequestProperty("X-Call", String.valueOf(number));
      connection.setRequestProperty("X-Marker", World.MARKER);
      send(connection, number);
      before = connection.getResponseCode() + " ";
      InputStream in =
          connection.getResponseCode() >= 400
              ? connection.getErrorStream()
              : connection.getInputStream();
      if (in == null) {
        return Outcome.of(before + "no body");
      }
      try (in) {
        return Outcome.of(
            before + Bodies.read(in, scenario.get(Dimensions.Reading.class), scenario));
      }
    } catch (IOException | RuntimeException e) {
      return Outcome.failed(before, e);
    } finally {
      running.remove(number);
    }
  }

  private void send(HttpURLConnection connection, int number) throws IOException {
    byte[] body = Bodies.ofRequest(number, scenario.is(Method.POST_LARGE) ? 150_000 : 200);
    switch (scenario.get(Method.class)) {
      case HEAD -> {
        connection.setRequestMethod("HEAD");
        return;
      }
      case DELETE -> {
        connection.setRequestMethod("DELETE");
        return;
      }
      case PUT -> connection.setRequestMethod("PUT");
      case POST, POST_LARGE -> connection.setRequestMethod("POST");
      case POST_ONCE -> {
        connection.setRequestMethod("POST");
        connection.setFixedLengthStreamingMode(body.length);
      }
      default -> {
        return;
      }
    }
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
  }

  @Override
  public void abort(int number) {
    HttpURLConnection connection = running.get(number);
    if (connection != null) {
      connection.disconnect();
    }
  }

  @Override
  public void shutdown() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int waiting() {
    return 0;
  }

  @Override
  public void reload(boolean otherTrust) {
    if (!equipment.reload(otherTrust)) {
      sockets = equipment.sockets();
    }
  }

  @Override
  public void close() {
    // Its idle connections are the JDK's own.
  }

  private final class Known extends Authenticator {
    @Override
    protected PasswordAuthentication getPasswordAuthentication() {
      boolean known =
          getRequestorType() == RequestorType.PROXY
              ? !scenario.isAny(ProxyLogin.NONE, ProxyLogin.LACKING)
              : !scenario.is(Login.NONE);
      return known ? new PasswordAuthentication(World.USER, World.PASSWORD.toCharArray()) : null;
    }
  }
}
