package dev.reprise.democlient;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What a WebServiceTemplate can send through here. */
enum ClientKind {
  URL_CONNECTION(
      "url-connection",
      "HttpsURLConnection",
      "Spring-WS over the JDK's client, its sender without configuration",
      UrlConnectionConfiguration.class),
  HTTP_CLIENT(
      "httpclient",
      "HttpClient 4.5.14",
      "Spring-WS over Apache HttpClient with its own connection manager",
      HttpClientConfiguration.class),
  REPRISE(
      "reprise",
      "Reprise",
      "Spring-WS with the Reprise starter on the class path: HttpClient 4.5.14 over Reprise",
      RepriseConfiguration.class);

  private final String label;
  private final String title;
  private final String description;
  private final Class<?> configuration;

  ClientKind(String label, String title, String description, Class<?> configuration) {
    this.label = label;
    this.title = title;
    this.description = description;
    this.configuration = configuration;
  }

  @JsonValue
  String label() {
    return label;
  }

  String title() {
    return title;
  }

  String description() {
    return description;
  }

  /** What an application with this client configures beyond what all have in common. */
  Class<?> configuration() {
    return configuration;
  }

  @JsonCreator
  static ClientKind of(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "client: unknown '%s'; known are %s".formatted(label, labels())));
  }

  static String labels() {
    return Arrays.stream(values()).map(ClientKind::label).collect(Collectors.joining(", "));
  }
}
