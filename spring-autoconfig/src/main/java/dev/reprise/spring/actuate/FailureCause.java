package dev.reprise.spring.actuate;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why a connection or a handshake failed, in one of few words, which are tags and in JSON. */
final class FailureCause {

  /** The first that fits counts. */
  private static final List<Map.Entry<Class<?>, String>> WORDS =
      List.of(
          Map.entry(CertificateException.class, "certificate"),
          Map.entry(SocketTimeoutException.class, "timeout"),
          Map.entry(NoRouteToHostException.class, "unreachable"),
          Map.entry(ConnectException.class, "refused"),
          Map.entry(EOFException.class, "disconnected"),
          Map.entry(SocketException.class, "disconnected"));

  /** For a chain of causes that comes back to itself. */
  private static final int MOST_CAUSES = 10;

  static final String CLIENT_CERTIFICATE = "client_certificate";

  /** The server's alert, as JSSE, Bouncy Castle, and BoringSSL or OpenSSL spell it. */
  private static final Pattern OF_CLIENT_CERTIFICATE =
      Pattern.compile(
          "(?i)(Received fatal alert|AlertReceived|v\\d+[_ ]alert)[:_ ]+(\\w+[_ ])?"
              + "(certificate|unknown[_ ]ca)");

  private FailureCause() {}

  /** The one spelling of a constant, as a value. */
  static String spelled(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The same as a key in JSON, where all are camel-case. */
  static String key(Enum<?> value) {
    return Pattern.compile("_(.)")
        .matcher(spelled(value))
        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
  }

  static String of(IOException failure) {
    String found = "io";
    int depth = 0;
    for (Throwable t = failure; t != null && depth < MOST_CAUSES; t = t.getCause(), depth++) {
      if (OF_CLIENT_CERTIFICATE.matcher(t.toString()).find()) {
        return CLIENT_CERTIFICATE;
      }
      for (Map.Entry<Class<?>, String> word : WORDS) {
        if (word.getKey().isInstance(t)) {
          return word.getValue();
        }
      }
      found = t instanceof SSLException ? "tls" : found;
    }
    return found;
  }
}
