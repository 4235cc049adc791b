package dev.reprise.spring.actuate;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Why a connection or a handshake failed, in one of few words, which are tags and in JSON. */
final class FailureCause {

  /** The first that fits counts. */
  private static final Map<Class<?>, String> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put(CertificateException.class, "certificate");
    WORDS.put(SocketTimeoutException.class, "timeout");
    WORDS.put(NoRouteToHostException.class, "unreachable");
    WORDS.put(ConnectException.class, "refused");
    WORDS.put(EOFException.class, "disconnected");
    WORDS.put(SocketException.class, "disconnected");
  }

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
      for (Map.Entry<Class<?>, String> word : WORDS.entrySet()) {
        if (word.getKey().isInstance(t)) {
          return word.getValue();
        }
      }
      found = t instanceof SSLException ? "tls" : found;
    }
    return found;
  }
}
