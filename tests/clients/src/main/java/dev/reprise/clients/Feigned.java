package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import feign.Client;
import feign.Request;
import feign.Response;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class Feigned {

  private Feigned() {}

  static Session open(Equipment given, String url) {
    Client client = new Client.Default(given.sockets(), null);
    Request request = Request.create(Request.HttpMethod.GET, url, Map.of(), null, null, null);
    return Session.of(
        () -> {
          try (Response response = client.execute(request, new Request.Options());
              InputStream in = response.body().asInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
          }
        });
  }
}
