package dev.reprise.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.junit.ClosingServer;
import dev.reprise.testkit.Answer;
import org.springframework.web.client.RestClient;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** What the provider of these tests answers, and calls that are to get it. */
final class Pong {

  static final Answer ANSWER =
      Answer.ok(
              "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                  + "<s:Body><pong xmlns='urn:test'/></s:Body></s:Envelope>")
          .with("Content-Type", "text/xml");

  private Pong() {}

  static void call(ClosingServer provider, WebServiceTemplate template) {
    StringResult result = new StringResult();
    template.sendSourceAndReceiveToResult(
        provider.uri().toString(), new StringSource("<ping xmlns='urn:test'/>"), result);
    assertThat(result.toString()).contains("pong");
  }

  static void call(ClosingServer provider, RestClient client) {
    assertThat(client.post().uri(provider.uri()).body("<ping/>").retrieve().body(String.class))
        .contains("pong");
  }
}
