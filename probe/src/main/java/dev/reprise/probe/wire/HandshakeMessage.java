package dev.reprise.probe.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A handshake message (RFC 8446 section 4). */
final class HandshakeMessage {

  static final int CLIENT_HELLO = 1;
  static final int SERVER_HELLO = 2;
  static final int NEW_SESSION_TICKET = 4;
  static final int CERTIFICATE = 11;
  static final int SERVER_KEY_EXCHANGE = 12;

  final int type;
  final byte[] body;

  private HandshakeMessage(int type, byte[] body) {
    this.type = type;
    this.body = body;
  }

  /** The whole ones; they may be spread over records, and share one. */
  static List<HandshakeMessage> of(byte[] bytes) {
    List<HandshakeMessage> messages = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 4) {
      int typeAndLength = in.getInt();
      int length = typeAndLength & 0xff_ffff;
      if (length > in.remaining()) {
        break;
      }
      byte[] body = new byte[length];
      in.get(body);
      messages.add(new HandshakeMessage(typeAndLength >>> 24, body));
    }
    return messages;
  }
}
