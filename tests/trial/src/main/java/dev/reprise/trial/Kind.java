package dev.reprise.trial;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.http.ConnectionClosedException;
import org.apache.http.MalformedChunkCodingException;
import org.apache.http.NoHttpResponseException;
import org.apache.http.TruncatedChunkException;
import org.apache.http.client.ClientProtocolException;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.impl.execchain.RequestAbortedException;
import org.apache.http.impl.execchain.TunnelRefusedException;
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

  static Kind of(Throwable failure) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable t = failure; t != null && !chain.contains(t); t = t.getCause()) {
      chain.add(t);
    }
    for (Throwable t : chain) {
      Kind kind = ofOne(t);
      if (kind != OTHER) {
        return (t instanceof SSLException || t instanceof TlsException)
                && has(chain, CertificateException.class)
            ? CERTIFICATE_REFUSED
            : kind;
      }
    }
    return OTHER;
  }

  private static boolean has(List<Throwable> chain, Class<?> type) {
    return chain.stream().anyMatch(type::isInstance);
  }

  private static Kind ofOne(Throwable t) {
    String message = String.valueOf(t.getMessage());
    if (t instanceof SSLPeerUnverifiedException || t instanceof CertificateException) {
      return CERTIFICATE_REFUSED;
    }
    if (t instanceof ConnectionPoolTimeoutException
        || t instanceof org.apache.hc.core5.http.ConnectionRequestTimeoutException) {
      return LEASE_TIMEOUT;
    }
    if (t instanceof ConnectTimeoutException
        || t instanceof org.apache.hc.client5.http.ConnectTimeoutException) {
      return CONNECT_TIMEOUT;
    }
    if (t instanceof SocketTimeoutException) {
      return TIMEOUT;
    }
    if (t instanceof NoHttpResponseException
        || t instanceof org.apache.hc.core5.http.NoHttpResponseException
        || message.startsWith("Unexpected end of file from server")
        || message.startsWith("unexpected end of stream on")
        || message.startsWith("\\n not found")) {
      return NO_RESPONSE;
    }
    if (t instanceof RequestAbortedException
        || (t instanceof org.apache.hc.client5.http.impl.classic.RequestFailedException
            && t.getCause() == null)
        || t instanceof InterruptedException
        || message.equals("Canceled")) {
      return ABORTED;
    }
    if (t instanceof TunnelRefusedException
        || t instanceof org.apache.hc.client5.http.impl.TunnelRefusedException
        || message.startsWith("Unable to tunnel through")) {
      return TUNNEL_REFUSED;
    }
    if (t instanceof TruncatedChunkException
        || t instanceof org.apache.hc.core5.http.TruncatedChunkException
        || t instanceof org.apache.hc.core5.http.MalformedChunkCodingException
        || t instanceof org.apache.hc.core5.http.ConnectionClosedException
        || t instanceof org.apache.hc.core5.http.StreamClosedException
        || t instanceof MalformedChunkCodingException
        || t instanceof ConnectionClosedException
        || t instanceof dev.reprise.tls.TruncatedStreamException
        || t instanceof EOFException
        || message.startsWith("Premature EOF")
        || message.equals("unexpected end of stream")) {
      return TRUNCATED;
    }
    if (t instanceof javax.net.ssl.SSLHandshakeException || t instanceof TlsException) {
      return HANDSHAKE_FAILED;
    }
    if (t instanceof SSLException) {
      return message.contains("Connection reset") || message.contains("Broken pipe")
          ? CONNECTION_LOST
          : TLS_FAILED;
    }
    if (t instanceof ConnectException) {
      return CONNECT_FAILED;
    }
    if (t instanceof SocketException
        // Bouncy Castle's, a plain IOException.
        || message.equals("Cannot write application data on closed/failed TLS connection")) {
      return CONNECTION_LOST;
    }
    if (t instanceof ProtocolException
        || t instanceof ClientProtocolException
        || t instanceof org.apache.http.HttpException
        || t instanceof org.apache.hc.client5.http.ClientProtocolException
        || t instanceof org.apache.hc.core5.http.HttpException
        || message.startsWith("Invalid Http response")
        || message.startsWith("Unexpected status line")) {
      return PROTOCOL;
    }
    if (t instanceof IllegalStateException
        && (message.equals("Connection pool shut down") || message.contains("shut down"))) {
      return POOL_CLOSED;
    }
    if (t instanceof UnknownHostException) {
      return UNKNOWN_HOST;
    }
    if (t instanceof InterruptedIOException) {
      return message.equals("timeout") ? TIMEOUT : ABORTED;
    }
    return OTHER;
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
