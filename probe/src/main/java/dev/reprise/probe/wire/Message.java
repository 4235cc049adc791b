package dev.reprise.probe.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A record (RFC 8446 section 5.1), or a handshake message (section 4) within some. */
final class Message {

  /** Types of records. */
  static final int CHANGE_CIPHER_SPEC = 20;

  static final int ALERT = 21;
  static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;

  /** Types of handshake messages. */
  static final int CLIENT_HELLO = 1;

  static final int SERVER_HELLO = 2;
  static final int NEW_SESSION_TICKET = 4;
  static final int CERTIFICATE = 11;

  final int type;
  final byte[] body;

  private Message(int type, byte[] body) {
    this.type = type;
    this.body = body;
  }

  /** The whole records of one direction, up to where the bytes are none. */
  static List<Message> records(byte[] bytes) {
    List<Message> records = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 5) {
      int type = in.get();
      in.getShort();
      int length = in.getShort() & 0xffff;
      if (type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA || length > in.remaining()) {
        break;
      }
      records.add(new Message(type, body(in, length)));
    }
    return records;
  }

  /** The whole handshake messages; they may be spread over records, and share one. */
  static List<Message> handshake(byte[] bytes) {
    List<Message> messages = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= 4) {
      int typeAndLength = in.getInt();
      int length = typeAndLength & 0xff_ffff;
      if (length > in.remaining()) {
        break;
      }
      messages.add(new Message(typeAndLength >>> 24, body(in, length)));
    }
    return messages;
  }

  private static byte[] body(ByteBuffer in, int length) {
    byte[] body = new byte[length];
    in.get(body);
    return body;
  }
}
