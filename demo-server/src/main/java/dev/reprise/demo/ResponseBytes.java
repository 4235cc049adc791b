package dev.reprise.demo;

import dev.reprise.testkit.Fault;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;

/** The bytes of a response with its fault: one buffer for each write. */
final class ResponseBytes {
  static final byte[] DATA_AFTER_RESPONSE =
      "data after the response".getBytes(StandardCharsets.US_ASCII);

  private static final Set<HttpHeader> FRAMING =
      Set.of(HttpHeader.CONNECTION, HttpHeader.CONTENT_LENGTH, HttpHeader.TRANSFER_ENCODING);

  private ResponseBytes() {}

  static List<ByteBuffer> of(Fault fault, MetaData.Response head, byte[] body) {
    return switch (fault) {
      case TRUNCATE_LENGTH ->
          List.of(
              message(head, "Content-Length: " + Math.max(1, body.length) + "\r\n", half(body)));
      case TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY -> List.of(message(head, "", half(body)));
      case CLOSE_DELIMITED -> List.of(message(head, "", body));
      case DATA_AFTER_RESPONSE -> List.of(whole(head, body), ByteBuffer.wrap(DATA_AFTER_RESPONSE));
      default -> List.of(whole(head, body));
    };
  }

  private static ByteBuffer whole(MetaData.Response head, byte[] body) {
    return message(head, "Content-Length: " + body.length + "\r\n", body);
  }

  private static byte[] half(byte[] body) {
    return Arrays.copyOf(body, body.length / 2);
  }

  private static ByteBuffer message(MetaData.Response head, String contentLength, byte[] body) {
    StringBuilder text = new StringBuilder("HTTP/1.1 ").append(head.getStatus()).append(' ');
    text.append(HttpStatus.getMessage(head.getStatus())).append("\r\n");
    for (HttpField field : head.getHttpFields()) {
      if (field.getHeader() == null || !FRAMING.contains(field.getHeader())) {
        text.append(field.getName()).append(": ").append(field.getValue()).append("\r\n");
      }
    }
    text.append("Connection: close\r\n").append(contentLength).append("\r\n");
    byte[] start = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    return ByteBuffer.allocate(start.length + body.length).put(start).put(body).flip();
  }
}
