package dev.reprise.clients;

import dev.reprise.subject.Session;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;

final class Jdk {

  private Jdk() {}

  static Session urlConnection(Equipment given, String url) {
    return Session.of(() -> get(given, url));
  }

  private static String get(Equipment given, String url) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) new URL(url).openConnection();
    connection.setSSLSocketFactory(given.sockets());
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static Session httpClient(Equipment given, String url) {
    HttpClient client = HttpClient.newBuilder().sslContext(given.context()).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return Session.of(() -> client.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
