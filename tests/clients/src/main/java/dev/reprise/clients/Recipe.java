package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.HttpClient4;
import dev.reprise.subject.HttpClient5;
import dev.reprise.subject.JdkClients;
import dev.reprise.subject.LoadReply.ClientInfo;
import dev.reprise.subject.OkHttp;
import dev.reprise.subject.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The recipes of docs/clients.md. Each makes a client that calls one URL, by any thread. What they
 * name is loaded when it is first opened, which a method reference would do at once: not each
 * client runs on each Java.
 */
public enum Recipe {
  HTTPS_URL_CONNECTION(
      "HttpsURLConnection", null, 11, (given, url) -> JdkClients.urlConnection(given, url)),
  HTTPCLIENT_4("HttpClient %s", "httpclient4", 11, (given, url) -> HttpClient4.open(given, url)),
  HTTPCLIENT_5(
      "HttpClient %s, classic", "httpclient5", 11, (given, url) -> HttpClient5.open(given, url)),
  HTTPCLIENT_5_ASYNC(
      "HttpClient %s, asynchronous",
      "httpclient5", 11, (given, url) -> Apache5.asynchronous(given, url)),
  JAVA_NET_HTTP("java.net.http", null, 11, (given, url) -> JdkClients.httpClient(given, url)),
  OKHTTP("OkHttp %s", "okhttp", 11, (given, url) -> OkHttp.open(given, url)),
  REACTOR_NETTY("Reactor Netty %s", "reactor-netty", 11, (given, url) -> Netty.reactor(given, url)),
  JETTY("Jetty client %s", "jetty", 17, (given, url) -> Jetty.open(given, url)),
  VERTX("Vert.x %s", "vertx", 11, (given, url) -> VertX.open(given, url)),
  CXF("CXF %s over java.net.http", "cxf", 17, (given, url) -> Cxf.open(given, url, false)),
  CXF_URL_CONNECTION(
      "CXF %s over HttpURLConnection", "cxf", 17, (given, url) -> Cxf.open(given, url, true)),
  METRO("Metro %s", "metro", 11, (given, url) -> Metro.open(given, url)),
  JERSEY("Jersey %s", "jersey", 11, (given, url) -> Jersey.open(given, url)),
  REST_TEMPLATE(
      "RestTemplate %s over HttpClient 5",
      "spring", 17, (given, url) -> Spring.restTemplate(given, url)),
  REST_CLIENT(
      "RestClient %s over java.net.http",
      "spring", 17, (given, url) -> Spring.restClient(given, url)),
  WEB_CLIENT(
      "WebClient %s over Reactor Netty",
      "spring", 17, (given, url) -> Spring.webClient(given, url)),
  FEIGN("Feign %s", "feign", 11, (given, url) -> Feigned.open(given, url));

  private static final Properties VERSIONS = versions();

  private final String title;
  private final String library;
  private final int oldestJava;
  private final Opening opening;

  Recipe(String title, String library, int oldestJava, Opening opening) {
    this.title = title;
    this.library = library;
    this.oldestJava = oldestJava;
    this.opening = opening;
  }

  private interface Opening {
    Session open(Equipment given, String url) throws Exception;
  }

  private static Properties versions() {
    Properties versions = new Properties();
    try (InputStream in = Recipe.class.getResourceAsStream("versions.properties")) {
      versions.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions;
  }

  public Session open(Equipment given, String url) throws Exception {
    return opening.open(given, url);
  }

  ClientInfo info() {
    ClientInfo info = new ClientInfo();
    info.name = name();
    info.title = library == null ? title : String.format(title, VERSIONS.getProperty(library));
    info.oldestJava = oldestJava;
    // All of them, or those in which it has not read the server's end when it closes.
    info.resets = this == HTTPCLIENT_5_ASYNC || this == REACTOR_NETTY || this == WEB_CLIENT;
    return info;
  }
}
