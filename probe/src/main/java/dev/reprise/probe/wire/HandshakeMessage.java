package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;

/** A handshake message, header included (RFC 8446 section 4). */
final class HandshakeMessage {

  static final int CLIENT_HELLO = 1;
  static final int SERVER_HELLO = 2;
  static final int NEW_SESSION_TICKET = 4;
  static final int CERTIFICATE = 11;
  static final int SERVER_KEY_EXCHANGE = 12;

  private static final int HEADER = 4;

  private final byte[] bytes;

  private HandshakeMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  int type() {
    return bytes[0] & 0xff;
  }

  byte[] body() {
    return Arrays.copyOfRange(bytes, HEADER, bytes.length);
  }

  /** Puts messages together, which may be spread over records, and share one. */
  static final class Assembly {

    private byte[] pending = new byte[0];

    void add(byte[] part) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(pending);
      all.writeBytes(part);
      pending = all.toByteArray();
    }

    Optional<HandshakeMessage> next() {
      if (pending.length < HEADER) {
        return Optional.empty();
      }
      int end = HEADER + ((pending[1] & 0xff) << 16 | (pending[2] & 0xff) << 8 | pending[3] & 0xff);
      if (pending.length < end) {
        return Optional.empty();
      }
      HandshakeMessage message = new HandshakeMessage(Arrays.copyOf(pending, end));
      pending = Arrays.copyOfRange(pending, end, pending.length);
      return Optional.of(message);
    }
  }
}
