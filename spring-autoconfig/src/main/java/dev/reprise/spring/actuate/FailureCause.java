package dev.reprise.spring.actuate;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Why a handshake failed, in one of few words, so that it can be a tag. */
final class FailureCause {

  private FailureCause() {}

  static String of(IOException failure) {
    String found = "io";
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof CertificateException) {
        return "certificate";
      }
      if (t instanceof SocketTimeoutException) {
        return "timeout";
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
