package dev.reprise.probe.measure;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.HttpStatus;
import org.apache.http.MalformedChunkCodingException;
import org.apache.http.MessageConstraintException;
import org.apache.http.NoHttpResponseException;
import org.apache.http.TruncatedChunkException;
import org.apache.http.config.MessageConstraints;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.DefaultBHttpClientConnection;
import org.apache.http.impl.DefaultConnectionReuseStrategy;
import org.apache.http.impl.entity.StrictContentLengthStrategy;
import org.apache.http.protocol.BasicHttpContext;

/** A response of HTTP/1.1, as HttpCore reads it. Its body is not kept. Immutable. */
final class Response {

  private static final int BUFFER = 8192;
  private static final long LONGEST_BODY = 64L << 20;
  private static final MessageConstraints LIMITS =
      MessageConstraints.custom().setMaxLineLength(64 * 1024).setMaxHeaderCount(1000).build();

  private final HttpResponse response;

  /** Whether only the end of the connection ends the body. */
  final boolean endsWithConnection;

  /** Whether the server announced the connection's end with it (RFC 9112 section 9.6). */
  final boolean announcesClose;

  Response(Socket tls) throws IOException {
    ContentLengthStrategy strict = StrictContentLengthStrategy.INSTANCE;
    DefaultBHttpClientConnection http =
        new DefaultBHttpClientConnection(
            BUFFER, BUFFER, null, null, LIMITS, strict, null, null, null);
    http.bind(tls);
    try {
      HttpResponse head = http.receiveResponseHeader();
      while (head.getStatusLine().getStatusCode() < HttpStatus.SC_OK) {
        head = http.receiveResponseHeader();
      }
      response = head;
      HttpEntity body = null;
      if (status() != HttpStatus.SC_NO_CONTENT && status() != HttpStatus.SC_NOT_MODIFIED) {
        http.receiveResponseEntity(head);
        body = head.getEntity();
        read(body.getContent());
      }
      endsWithConnection = body != null && !body.isChunked() && body.getContentLength() < 0;
      announcesClose =
          !DefaultConnectionReuseStrategy.INSTANCE.keepAlive(head, new BasicHttpContext());
    } catch (NoHttpResponseException e) {
      throw new EOFException("the connection ended before the response");
    } catch (ConnectionClosedException | TruncatedChunkException e) {
      throw new EOFException("the connection ended within the response");
    } catch (HttpException | MalformedChunkCodingException | MessageConstraintException e) {
      throw new ProtocolException("its answer is not HTTP/1.1");
    }
  }

  private static void read(InputStream body) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long length = 0;
    for (int count = 0; count >= 0; count = body.read(buffer)) {
      length += count;
      if (length > LONGEST_BODY) {
        throw new ProtocolException(
            "the response is longer than 64 MiB; name a path with a shorter one");
      }
    }
  }

  int status() {
    return response.getStatusLine().getStatusCode();
  }

  /** The status with the reason phrase, if the server sends one. */
  String statusLine() {
    String reason = response.getStatusLine().getReasonPhrase();
    return printable(status() + " " + (reason == null ? "" : reason));
  }

  String version() {
    return response.getProtocolVersion().toString();
  }

  /** The value of a header; several values are joined. */
  Optional<String> header(String name) {
    return Arrays.stream(response.getHeaders(name))
        .map(header -> printable(String.valueOf(header.getValue())))
        .reduce((one, other) -> one + ", " + other);
  }

  private static String printable(String text) {
    return text.trim().replaceAll("[^ -~]", "?");
  }
}
