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
    for (Throwable t = failure; t != null; t = t.getCause()) {
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
