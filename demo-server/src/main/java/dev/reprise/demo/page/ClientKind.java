package dev.reprise.demo.page;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What a WebServiceTemplate can send through here. */
enum ClientKind {
  URL_CONNECTION("url-connection", "HttpsURLConnection", Caller.UrlConnection.class),
  HTTP_CLIENT("httpclient", "HttpClient 4.5.14", Caller.HttpClient.class),
  REPRISE("reprise", "Reprise", Caller.Reprise.class);

  private final String label;
  private final String title;
  private final Class<?> configuration;

  ClientKind(String label, String title, Class<?> configuration) {
    this.label = label;
    this.title = title;
    this.configuration = configuration;
  }

  @JsonValue
  String label() {
    return label;
  }

  String title() {
    return title;
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
                    "client: unknown '%s'; known are %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(ClientKind::label)
                                .collect(Collectors.joining(", ")))));
  }
}
