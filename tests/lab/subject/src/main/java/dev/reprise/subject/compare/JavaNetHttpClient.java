package dev.reprise.subject.compare;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.net.ssl.SSLContext;

/** The JDK's java.net.http client. */
final class JavaNetHttpClient implements ComparedClient {

  private final HttpClient client;
  private final HttpRequest request;

  JavaNetHttpClient(ClientSettings settings, HttpClient client) {
    this.client = client;
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(settings.uri())
            .timeout(ClientSettings.READ_TIMEOUT)
            .header("Content-Type", settings.contentType())
            .POST(HttpRequest.BodyPublishers.ofByteArray(settings.body()));
    settings.headers().forEach(builder::setHeader);
    request = builder.build();
  }

  /** With this context, whoever it is from. */
  static HttpClient over(SSLContext context) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(context)
        .connectTimeout(ClientSettings.CONNECT_TIMEOUT)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  @Override
  public void exchange(int worker) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    ComparedClient.check(response.statusCode(), response.body().length);
  }
}
