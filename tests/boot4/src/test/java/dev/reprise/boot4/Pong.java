package dev.reprise.boot4;

import dev.reprise.testkit.Answer;

/** What the provider of these tests answers. */
final class Pong {

  static final Answer ANSWER =
      Answer.ok(
              "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                  + "<s:Body><pong xmlns='urn:test'/></s:Body></s:Envelope>")
          .with("Content-Type", "text/xml");

  private Pong() {}
}
