package dev.reprise.probe.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A ClientHello or ServerHello (RFC 8446 section 4.1). Immutable. */
final class Hello {

  static final int EXTENDED_MASTER_SECRET = 23;
  static final int SESSION_TICKET = 35;
  static final int PRE_SHARED_KEY = 41;
  static final int SUPPORTED_VERSIONS = 43;
  static final int KEY_SHARE = 51;

  final byte[] sessionId;
  private final Map<Integer, byte[]> extensions;

  private Hello(Message message) {
    ByteBuffer in = ByteBuffer.wrap(message.body);
    bytes(in, 2 + 32);
    sessionId = bytes(in, in.get() & 0xff);
    if (message.type == Message.CLIENT_HELLO) {
      bytes(in, in.getShort() & 0xffff);
      bytes(in, in.get() & 0xff);
    } else {
      bytes(in, 3);
    }
    Map<Integer, byte[]> read = new LinkedHashMap<>();
    if (in.remaining() >= 2) {
      in.getShort();
    }
    while (in.hasRemaining()) {
      int extension = in.getShort() & 0xffff;
      read.put(extension, bytes(in, in.getShort() & 0xffff));
    }
    extensions = read;
  }

  /** Empty if the message is none, or broken. */
  static Optional<Hello> of(Message message) {
    try {
      return Optional.of(new Hello(message));
    } catch (BufferUnderflowException e) {
      return Optional.empty();
    }
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  boolean has(int extension) {
    return extensions.containsKey(extension);
  }

  /** The content of an extension; empty if it is empty or missing. */
  byte[] extension(int number) {
    return extensions.getOrDefault(number, new byte[0]);
  }
}
