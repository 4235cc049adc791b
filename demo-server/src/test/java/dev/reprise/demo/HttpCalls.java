package dev.reprise.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Calls with the JDK's client, each with a client of its own. */
final class HttpCalls {
  private HttpCalls() {}

  static HttpResponse<String> get(DemoServer server, String url)
      throws IOException, InterruptedException {
    return send(server, HttpRequest.newBuilder(URI.create(url)));
  }

  static HttpResponse<String> post(DemoServer server, String path, String body)
      throws IOException, InterruptedException {
    return send(
        server,
        HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
            .header("Content-Type", "text/xml")
            .POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> send(DemoServer server, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(server.newClientContext())
            .build();
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
