package com.example;

import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The JDK's own client with an SSLContext that resumes. */
public final class Example {

  private Example() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    // Kept for as long as the application runs: sessions live in it.
    TlsStatistics statistics = new TlsStatistics();
    ResumingSslContext context =
        new ResumingSslContext(TlsSettings.builder().addListener(statistics).build());
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(context)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(args[0])).timeout(Duration.ofSeconds(30)).build();
    for (int i = 0; i < 5; i++) {
      client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }
    long full = statistics.total().full();
    System.out.println(full + " full, " + (5 - full) + " resumed");
  }
}
