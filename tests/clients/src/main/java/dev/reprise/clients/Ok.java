package dev.reprise.clients;

import dev.reprise.subject.Session;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

final class Ok {

  private Ok() {}

  static Session open(Equipment given, String url) {
    OkHttpClient client =
        new OkHttpClient.Builder().sslSocketFactory(given.sockets(), given.trust()).build();
    return Session.of(
        () -> {
          try (Response response =
              client.newCall(new Request.Builder().url(url).build()).execute()) {
            return response.body().string();
          }
        },
        () -> client.dispatcher().executorService().shutdown());
  }
}
