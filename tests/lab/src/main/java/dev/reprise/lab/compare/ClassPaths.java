package dev.reprise.lab.compare;

import static dev.reprise.lab.Installation.COMMONS_LOGGING;
import static dev.reprise.lab.Installation.REPRISE;

import dev.reprise.lab.Installation;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What each client's JVM has on its class path. */
final class ClassPaths {

  private ClassPaths() {}

  /** The jars that make the client what it is. */
  static List<Path> libraries(ClientKind client, Level level) {
    List<String> folders = new ArrayList<>(folders(client));
    if (level == Level.WEB_SERVICE_TEMPLATE) {
      // Spring brings its own commons-logging.
      folders.remove(COMMONS_LOGGING);
      folders.add("spring-ws");
    }
    return Installation.jars(folders);
  }

  private static List<String> folders(ClientKind client) {
    return switch (client) {
      case HTTPSURLCONNECTION, JAVA_NET_HTTP, FLOOR -> List.of();
      case HTTPCLIENT_4_5_13 -> List.of("httpclient-4.5.13", COMMONS_LOGGING);
      case HTTPCLIENT_4_5_14,
          HTTPCLIENT_4_RESTRICTED,
          HTTPCLIENT_4_GROUP,
          HTTPCLIENT_4_CONTEXTS,
          SIDECAR_NGINX,
          SIDECAR_HAPROXY,
          KEEP_ALIVE ->
          List.of("httpclient-4.5.14", COMMONS_LOGGING);
      case HTTPCLIENT_5 -> List.of("httpclient-5");
      case OKHTTP, OKHTTP_NODELAY -> List.of("okhttp");
      case REPRISE_HTTPCLIENT4, REPRISE_SPARES ->
          List.of(REPRISE, "httpclient-4.5.14", COMMONS_LOGGING);
      case REPRISE_HTTPSURLCONNECTION, REPRISE_JAVA_NET_HTTP -> List.of(REPRISE);
      case REPRISE_HTTPCLIENT5 -> List.of(REPRISE, "httpclient-5");
      case REPRISE_OKHTTP -> List.of(REPRISE, "okhttp");
    };
  }

  /** The whole class path of the client's JVM. */
  static List<Path> of(ClientKind client, Level level, CryptoProvider provider) {
    List<Path> path = new ArrayList<>(Installation.jars(List.of(Installation.COMMON)));
    path.addAll(libraries(client, level));
    path.addAll(Installation.jars(Installation.folders(provider)));
    return path;
  }
}
