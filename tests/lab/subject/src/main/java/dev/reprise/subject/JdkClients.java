package dev.reprise.subject;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;

public final class JdkClients {

  private JdkClients() {}

  public static Session urlConnection(Equipment given, String url) {
    int millis = (int) Equipment.TIMEOUT.toMillis();
    return Session.of(
        () -> {
          HttpsURLConnection connection = (HttpsURLConnection) new URL(url).openConnection();
          connection.setSSLSocketFactory(given.sockets());
          connection.setConnectTimeout(millis);
          connection.setReadTimeout(millis);
          connection.setInstanceFollowRedirects(false);
          given.headers.forEach(connection::setRequestProperty);
          if (given.body != null) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", given.type);
            try (OutputStream out = connection.getOutputStream()) {
              out.write(given.body);
            }
          }
          return answer(connection);
        });
  }

  private static String answer(HttpsURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    try (InputStream in = answer == null ? InputStream.nullInputStream() : answer) {
      return Session.checked(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  public static Session httpClient(Equipment given, String url) {
    HttpClient client =
        HttpClient.newBuilder()
            .sslContext(given.context())
            .connectTimeout(Equipment.TIMEOUT)
            .build();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url)).timeout(Equipment.TIMEOUT);
    given.headers.forEach(request::setHeader);
    if (given.body != null) {
      request.header("Content-Type", given.type).POST(BodyPublishers.ofByteArray(given.body));
    }
    HttpRequest built = request.build();
    return Session.of(
        () -> {
          HttpResponse<String> response = client.send(built, HttpResponse.BodyHandlers.ofString());
          return Session.checked(response.statusCode(), response.body());
        });
  }
}
