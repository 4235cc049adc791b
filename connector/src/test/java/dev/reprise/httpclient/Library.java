package dev.reprise.httpclient;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The HTTP libraries that have a connection manager of ours. */
public enum Library {
  HTTPCLIENT4,
  HTTPCLIENT5;

  private String version() {
    return System.getProperty(this == HTTPCLIENT4 ? "httpclient4.version" : "httpclient5.version");
  }

  /** Those that this run is about: the ones whose version it names, or both. */
  public static List<Library> all() {
    List<Library> named =
        Arrays.stream(values()).filter(each -> each.version() != null).collect(Collectors.toList());
    return named.isEmpty() ? List.of(values()) : named;
  }

  public static Stream<Arguments> withProtocols() {
    return all().stream()
        .flatMap(
            library ->
                Stream.of("TLSv1.2", "TLSv1.3").map(protocol -> Arguments.of(library, protocol)));
  }

  public Client client(Setup setup) {
    return this == HTTPCLIENT4 ? new Client4(setup) : new Client5(setup);
  }
}
