package dev.reprise.trial;

import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.bouncycastle.tls.TlsException;

/**
 * What an exception means to a caller, whatever class the client and provider give it; by the
 * simple names of classes, which are often the same in HttpClient 4.5 and 5.
 */
enum Kind {
  CERTIFICATE_REFUSED("SSLPeerUnverifiedException|CertificateException"),
  HANDSHAKE_FAILED("SSLHandshakeException|TlsException"),
  LEASE_TIMEOUT("ConnectionPoolTimeoutException|ConnectionRequestTimeoutException"),
  CONNECT_TIMEOUT("ConnectTimeoutException"),
  TIMEOUT("SocketTimeoutException"),
  NO_RESPONSE("NoHttpResponseException"),
  TRUNCATED(
      "TruncatedChunkException|MalformedChunkCodingException|EOFException"
          + "|ConnectionClosedException|StreamClosedException|TruncatedStreamException"),
  ABORTED("RequestAbortedException|InterruptedException|InterruptedIOException"),
  TUNNEL_REFUSED("TunnelRefusedException"),
  CONNECTION_LOST("SocketException"),
  CONNECT_FAILED("ConnectException"),
  TLS_FAILED("SSLException"),
  PROTOCOL("ProtocolException|ClientProtocolException|HttpException"),
  UNKNOWN_HOST("UnknownHostException"),
  POOL_CLOSED("none"),
  OTHER("Throwable");

  /** What a message begins with that tells more than its class; the second is Bouncy Castle's. */
  private static final Map<String, Kind> MESSAGES =
      Map.of(
          "Unexpected end of file from server", NO_RESPONSE,
          "Cannot write application data on closed/failed TLS connection", CONNECTION_LOST,
          "Premature EOF", TRUNCATED,
          "Unable to tunnel through", TUNNEL_REFUSED,
          "Invalid Http response", PROTOCOL);

  private final String classes;

  Kind(String classes) {
    this.classes = classes;
  }

  static Kind of(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable t = failure; t != null && !chain.contains(t); t = t.getCause()) {
      chain.add(t);
    }
    for (Throwable t : chain) {
      Kind kind = ofOne(t);
      if (kind != OTHER) {
        boolean tls = t instanceof SSLException || t instanceof TlsException;
        return tls && chain.stream().anyMatch(CertificateException.class::isInstance)
            ? CERTIFICATE_REFUSED
            : kind;
      }
    }
    return OTHER;
  }

  private static Kind ofOne(Throwable t) {
    String message = String.valueOf(t.getMessage());
    for (Map.Entry<String, Kind> entry : MESSAGES.entrySet()) {
      if (message.startsWith(entry.getKey())) {
        return entry.getValue();
      }
    }
    if (t instanceof IllegalStateException && message.contains("shut down")) {
      return POOL_CLOSED;
    }
    for (Class<?> type = t.getClass(); type != null; type = type.getSuperclass()) {
      for (Kind kind : values()) {
        if (type.getSimpleName().matches(kind.classes)) {
          boolean lost = message.contains("Connection reset") || message.contains("Broken pipe");
          return kind == TLS_FAILED && lost ? CONNECTION_LOST : kind;
        }
      }
    }
    return OTHER;
  }

  static String describe(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(5)
        .map(t -> t.getClass().getSimpleName() + ": " + t.getMessage())
        .collect(Collectors.joining(" < "));
  }
}
