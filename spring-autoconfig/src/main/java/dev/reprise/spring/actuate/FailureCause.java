package dev.reprise.spring.actuate;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/**
 * Why a connection or a handshake failed, in one of few words, so that it can be a tag: the same in
 * JSON.
 */
final class FailureCause {

  private FailureCause() {}

  /** The one spelling of a constant, in tags and in JSON. */
  static String spelled(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static String of(IOException failure) {
    String found = "io";
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof CertificateException) {
        return "certificate";
      }
      if (t instanceof SocketTimeoutException) {
        return "timeout";
      }
      if (t instanceof NoRouteToHostException) {
        return "unreachable";
      }
      if (t instanceof ConnectException) {
        return "refused";
      }
      if (t instanceof EOFException || t instanceof SocketException) {
        return "disconnected";
      }
      if (t instanceof SSLException) {
        found = "tls";
      }
    }
    return found;
  }
}
