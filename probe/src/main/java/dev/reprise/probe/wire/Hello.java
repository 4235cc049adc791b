package dev.reprise.probe.wire;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ClientHello or ServerHello (RFC 8446 section 4.1). Immutable. */
final class Hello {

  static final int TLS13 = 0x0304;
  static final int EXTENDED_MASTER_SECRET = 23;
  static final int SESSION_TICKET = 35;
  static final int PRE_SHARED_KEY = 41;
  static final int SUPPORTED_VERSIONS = 43;
  static final int KEY_SHARE = 51;

  /** The random of a ServerHello that is a HelloRetryRequest: SHA-256 of that word. */
  private static final BigInteger RETRY =
      new BigInteger("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c", 16);

  /** Names of the usual groups (RFC 8446 section 4.2.7 and the registry that it began). */
  private static final Map<Integer, String> GROUPS =
      Map.of(
          0x0017, "secp256r1",
          0x0018, "secp384r1",
          0x0019, "secp521r1",
          0x001d, "x25519",
          0x001e, "x448",
          0x0100, "ffdhe2048",
          0x11eb, "SecP256r1MLKEM768",
          0x11ec, "X25519MLKEM768",
          0x11ed, "SecP384r1MLKEM1024");

  private final Message message;
  private final byte[] random;
  final byte[] sessionId;
  private final int legacyVersion;
  private final Map<Integer, byte[]> extensions;

  private Hello(Message message) {
    this.message = message;
    ByteBuffer in = ByteBuffer.wrap(message.body);
    legacyVersion = in.getShort() & 0xffff;
    random = bytes(in, 32);
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

  /** The version that a server chose, such as 0x0304. */
  int version() {
    byte[] chosen = extension(SUPPORTED_VERSIONS);
    return chosen.length == 2 ? uint16(chosen, 0) : legacyVersion;
  }

  boolean isHelloRetryRequest() {
    return new BigInteger(1, random).equals(RETRY);
  }

  /** The groups of the key shares, by name: of a server one. */
  List<String> groups() {
    List<String> groups = new ArrayList<>();
    byte[] content = extension(KEY_SHARE);
    int at = message.type == Message.CLIENT_HELLO ? 2 : 0;
    while (at + 2 <= content.length) {
      groups.add(name(uint16(content, at)));
      at += 4 + (at + 4 <= content.length ? uint16(content, at + 2) : 0);
    }
    return groups;
  }

  static String name(int group) {
    return GROUPS.getOrDefault(group, String.format("group 0x%04x", group));
  }

  private static int uint16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
