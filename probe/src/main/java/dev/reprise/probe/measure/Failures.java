package dev.reprise.probe.measure;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Says in one line what went wrong with a connection, and what to do about it. */
final class Failures {

  private static final List<Class<? extends CertificateException>> INVALID =
      List.of(CertificateExpiredException.class, CertificateNotYetValidException.class);

  private static final String[][] WORDS = {
    {".*(unrecognized ssl message|plaintext).*", "plain"},
    {".*(protocol_version|not accepted by client preferences).*", "version"},
    {".*unrecognized_name.*", "name"},
    {".*terminated the handshake.*", "within-handshake"}
  };

  private final Target target;
  private final Credentials credentials;

  Failures(Target target, Credentials credentials) {
    this.target = target;
    this.credentials = credentials;
  }

  ProbeFailure of(IOException e) {
    String message = lower(e);
    if (e instanceof UnknownHostException) {
      return failure(ProbeFailure.UNREACHABLE, e, "unknown-host", target.host());
    }
    if (e instanceof ProtocolException || e instanceof EOFException) {
      return failure(ProbeFailure.HTTP, e, "http", e.getMessage());
    }
    if (e instanceof SSLException) {
      return tls((SSLException) e);
    }
    if (e instanceof ConnectException && message.contains("refused")) {
      return failure(ProbeFailure.UNREACHABLE, e, "refused");
    }
    if (message.contains("timed out")) {
      return failure(
          ProbeFailure.UNREACHABLE,
          e,
          message.contains("connect") ? "no-answer" : "silent",
          target.timeoutMillis() / 1000);
    }
    return failure(ProbeFailure.UNREACHABLE, e, "broken", oneLine(e));
  }

  /** Of a connection that broke after the server had asked for a client certificate. */
  ProbeFailure withCertificateAsked(IOException e) {
    return failure(
        ProbeFailure.TLS,
        e,
        credentials.hasKeys ? "client-certificate-doubted" : "client-certificate-wanted",
        oneLine(cause(e, SocketException.class)));
  }

  private ProbeFailure tls(SSLException e) {
    String message = lower(e);
    CertificateException certificate = cause(e, CertificateException.class);
    X509Certificate[] chain = credentials.seen();
    for (Class<? extends CertificateException> invalid : INVALID) {
      if (cause(e, invalid) != null) {
        return tls(e, "validity", oneLine(cause(e, invalid)));
      }
    }
    if (cause(e, CertPathValidatorException.class) != null
        || message.contains("pkix")
        || message.contains("trustanchors")) {
      return tls(
          e,
          "untrusted",
          chain.length == 0
              ? "nobody known"
              : chain[chain.length - 1].getIssuerX500Principal().getName());
    }
    if (certificate != null) {
      return tls(e, "certificate", oneLine(certificate));
    }
    if (message.contains("certificate_required")
        || message.contains("bad_certificate")
        || (credentials.hasKeys && message.matches(".*(unknown_ca|certificate_unknown).*"))) {
      return tls(
          e,
          credentials.hasKeys ? "client-certificate-refused" : "client-certificate-wanted",
          oneLine(e));
    }
    if (message.contains("handshake_failure")) {
      return tls(e, credentials.hasKeys ? "handshake-with-certificate" : "handshake");
    }
    for (String[] each : WORDS) {
      if (message.matches(each[0])) {
        return tls(e, each[1], oneLine(e));
      }
    }
    return tls(e, cause(e, SocketException.class) != null ? "within-handshake" : "tls", oneLine(e));
  }

  private ProbeFailure tls(SSLException e, String name, Object... value) {
    return failure(ProbeFailure.TLS, e, name, value);
  }

  private ProbeFailure failure(int exitCode, Throwable cause, String name, Object... value) {
    String where = target.host() + ":" + target.port();
    Object more = value.length == 0 ? "" : value[0];
    return new ProbeFailure(exitCode, Texts.of("failed." + name, where, more), cause);
  }

  static <T extends Throwable> T cause(Throwable e, Class<T> type) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
    }
    return null;
  }

  private static String lower(Throwable e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
  }

  private static String oneLine(Throwable e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.replaceAll("\\s+", " ");
  }
}
