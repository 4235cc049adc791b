package com.example;

import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import javax.net.ssl.HttpsURLConnection;

/** HttpsURLConnection with a factory of sockets that resume. */
public final class Example {

  private Example() {}

  public static void main(String[] args) throws IOException {
    TlsStatistics statistics = new TlsStatistics();
    // Kept for as long as the application runs: sessions live in it.
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(TlsSettings.builder().addListener(statistics).build());

    URL url = new URL(args[0]);
    for (int i = 0; i < 5; i++) {
      HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
      connection.setSSLSocketFactory(sockets);
      connection.setConnectTimeout(5_000);
      connection.setReadTimeout(30_000);
      try (InputStream body = connection.getInputStream()) {
        body.readAllBytes();
      }
    }
    System.out.println(
        statistics.total().full() + " full, " + statistics.total().resumed() + " resumed");
  }
}
