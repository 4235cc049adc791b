package dev.reprise.trial;

import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.bouncycastle.tls.TlsException;

/** What an exception means to a caller, whatever class the client and provider give it. */
enum Kind {
  CERTIFICATE_REFUSED,
  HANDSHAKE_FAILED,
  LEASE_TIMEOUT,
  CONNECT_TIMEOUT,
  TIMEOUT,
  NO_RESPONSE,
  TRUNCATED,
  ABORTED,
  TUNNEL_REFUSED,
  CONNECTION_LOST,
  CONNECT_FAILED,
  TLS_FAILED,
  PROTOCOL,
  UNKNOWN_HOST,
  POOL_CLOSED,
  OTHER;

  /** By the simple name of a class, which is often the same in HttpClient 4.5 and 5. */
  private static final Map<String, Kind> CLASSES = new HashMap<>();

  static {
    put(CERTIFICATE_REFUSED, "SSLPeerUnverifiedException CertificateException");
    put(HANDSHAKE_FAILED, "SSLHandshakeException TlsException");
    put(LEASE_TIMEOUT, "ConnectionPoolTimeoutException ConnectionRequestTimeoutException");
    put(CONNECT_TIMEOUT, "ConnectTimeoutException");
    put(TIMEOUT, "SocketTimeoutException");
    put(NO_RESPONSE, "NoHttpResponseException");
    put(TRUNCATED, "TruncatedChunkException MalformedChunkCodingException EOFException");
    put(TRUNCATED, "ConnectionClosedException StreamClosedException TruncatedStreamException");
    put(ABORTED, "RequestAbortedException InterruptedException InterruptedIOException");
    put(TUNNEL_REFUSED, "TunnelRefusedException");
    put(CONNECTION_LOST, "SocketException");
    put(CONNECT_FAILED, "ConnectException");
    put(TLS_FAILED, "SSLException");
    put(PROTOCOL, "ProtocolException ClientProtocolException HttpException");
    put(UNKNOWN_HOST, "UnknownHostException");
  }

  private static void put(Kind kind, String classes) {
    for (String each : classes.split(" ")) {
      CLASSES.put(each, kind);
    }
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
    if (message.startsWith("Unexpected end of file from server")) {
      return NO_RESPONSE;
    }
    if (message.startsWith("Premature EOF")) {
      return TRUNCATED;
    }
    if (message.startsWith("Unable to tunnel through")) {
      return TUNNEL_REFUSED;
    }
    if (message.startsWith("Invalid Http response")) {
      return PROTOCOL;
    }
    // Bouncy Castle's, a plain IOException.
    if (message.equals("Cannot write application data on closed/failed TLS connection")) {
      return CONNECTION_LOST;
    }
    if (t instanceof IllegalStateException && message.contains("shut down")) {
      return POOL_CLOSED;
    }
    Kind kind = null;
    for (Class<?> type = t.getClass(); kind == null && type != null; type = type.getSuperclass()) {
      kind = CLASSES.get(type.getSimpleName());
    }
    boolean lost = message.contains("Connection reset") || message.contains("Broken pipe");
    return kind == null ? OTHER : kind == TLS_FAILED && lost ? CONNECTION_LOST : kind;
  }

  /** The classes and messages of the chain, for people. */
  static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    for (Throwable t = failure; t != null && depth < 5; t = t.getCause(), depth++) {
      text.append(depth == 0 ? "" : " < ")
          .append(t.getClass().getSimpleName())
          .append(": ")
          .append(t.getMessage());
    }
    return text.toString();
  }
}
