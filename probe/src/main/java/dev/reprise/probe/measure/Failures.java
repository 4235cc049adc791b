package dev.reprise.probe.measure;

import dev.reprise.probe.measure.ProbeFailure.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Says in one line what went wrong with a connection, and what to do about it. */
final class Failures {

  private final Target target;
  private final Credentials credentials;
  private final Timeouts timeouts;

  Failures(Target target, Credentials credentials, Timeouts timeouts) {
    this.target = target;
    this.credentials = credentials;
    this.timeouts = timeouts;
  }

  ProbeFailure of(IOException e) {
    if (e instanceof UnknownHostException) {
      return failure(
          Kind.UNREACHABLE,
          "Unknown host '"
              + target.host()
              + "': check the name, and whether this machine's DNS"
              + " knows it. (The probe connects directly, never through a proxy.)",
          e);
    }
    if (e instanceof HttpResponse.NoHttpException) {
      return failure(Kind.HTTP, where() + " speaks TLS, but its answer is no HTTP/1.1", e);
    }
    if (e instanceof HttpResponse.TooLongException) {
      return failure(
          Kind.HTTP, where() + ": " + e.getMessage() + "; name a path with a shorter one", e);
    }
    if (e instanceof SSLException) {
      return tls((SSLException) e);
    }
    if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      boolean refused = lower(e).contains("refused");
      boolean late = lower(e).contains("timed out");
      return failure(
          Kind.UNREACHABLE,
          refused
              ? where()
                  + " refuses the connection: nothing listens at that port, or a firewall"
                  + " rejects it"
              : late ? noAnswer() : where() + " cannot be reached: " + e.getMessage(),
          e);
    }
    if (e instanceof SocketTimeoutException) {
      return failure(
          Kind.UNREACHABLE,
          lower(e).contains("connect")
              ? noAnswer()
              : where()
                  + " took the connection, and then sent nothing for "
                  + seconds()
                  + " (longer with --timeout)",
          e);
    }
    if (e instanceof EOFException) {
      return failure(Kind.HTTP, where() + ": " + e.getMessage(), e);
    }
    if (e instanceof SocketException) {
      return failure(Kind.UNREACHABLE, where() + " broke the connection: " + e.getMessage(), e);
    }
    return failure(Kind.UNREACHABLE, where() + ": " + e, e);
  }

  private String noAnswer() {
    return where()
        + " does not answer within "
        + seconds()
        + ": a firewall may drop the packets, or a proxy may be needed, which the probe cannot use";
  }

  private String seconds() {
    return Math.max(1, timeouts.read().toSeconds()) + " s";
  }

  private ProbeFailure tls(SSLException e) {
    return failure(Kind.TLS, tlsLine(e), e);
  }

  private String tlsLine(SSLException e) {
    String message = lower(e);
    if (cause(e, CertificateExpiredException.class) != null) {
      return "The certificate of "
          + where()
          + (isOwn(e) ? " expired on " + leaf().getNotAfter() : " has an expired one above it")
          + ": its operator must renew it";
    }
    if (cause(e, CertificateNotYetValidException.class) != null) {
      return "The certificate of " + where() + " is not valid yet: check this machine's clock";
    }
    if (cause(e, CertPathValidatorException.class) != null
        || message.contains("pkix")
        || message.contains("trustanchors")) {
      return "The certificate of "
          + where()
          + " is not trusted"
          + (leaf() == null ? "" : ": it was issued by '" + issuer() + "'")
          + "; give that authority's certificate with --trust FILE (PEM, PKCS12 or JKS)";
    }
    CertificateException certificate = cause(e, CertificateException.class);
    if (certificate != null) {
      return "The certificate of " + where() + " does not fit: " + oneLine(certificate);
    }
    if (message.contains("unrecognized ssl message") || message.contains("plaintext")) {
      return where() + " does not speak TLS: perhaps plain HTTP, or another port is meant";
    }
    if (message.contains("certificate_required")
        || message.contains("bad_certificate")
        || (credentials.hasKeys()
            && (message.contains("unknown_ca") || message.contains("certificate_unknown")))) {
      return where()
          + (credentials.hasKeys()
              ? " does not accept the client certificate of --cert: "
                  + oneLine(e)
                  + "; check that it is the one agreed on, and not expired"
              : " wants a client certificate: give it with --cert FILE (PKCS12, JKS or PEM)");
    }
    if (message.contains("handshake_failure") && !hasEllipticCurves()) {
      return where()
          + " refuses the handshake, probably since this Java has no elliptic curves: it lacks the"
          + " module jdk.crypto.ec; use another one";
    }
    if (message.contains("handshake_failure")) {
      return where()
          + " refuses the handshake (handshake_failure): "
          + (credentials.hasKeys()
              ? "no cipher suite in common, or it does not accept the client certificate"
              : "no cipher suite in common, or it wants a client certificate (--cert FILE)");
    }
    if (message.contains("protocol_version")
        || message.contains("not accepted by client preferences")) {
      return where()
          + " speaks no version of TLS that this Java has on (1.2 and 1.3): its operator must turn"
          + " TLS 1.2 or 1.3 on";
    }
    if (message.contains("unrecognized_name")) {
      return where() + " does not know the name '" + target.host() + "' (alert unrecognized_name)";
    }
    SocketException broken = cause(e, SocketException.class);
    if (broken != null || message.contains("terminated the handshake")) {
      return where() + " ended the connection within the handshake: " + oneLine(e);
    }
    return "The TLS handshake with " + where() + " failed: " + oneLine(e);
  }

  private static boolean hasEllipticCurves() {
    try {
      KeyFactory.getInstance("EC");
      return true;
    } catch (NoSuchAlgorithmException e) {
      return false;
    }
  }

  private boolean isOwn(SSLException e) {
    return leaf() != null
        && cause(e, CertificateExpiredException.class) != null
        && leaf().getNotAfter().toInstant().isBefore(java.time.Instant.now());
  }

  private X509Certificate leaf() {
    return credentials.seen().length == 0 ? null : credentials.seen()[0];
  }

  private String issuer() {
    X509Certificate[] chain = credentials.seen();
    return chain[chain.length - 1].getIssuerX500Principal().getName();
  }

  private String where() {
    return target.host() + ":" + target.port();
  }

  private static <T extends Throwable> T cause(Throwable e, Class<T> type) {
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

  private static ProbeFailure failure(Kind kind, String line, Throwable cause) {
    return new ProbeFailure(kind, line, cause);
  }
}
