package dev.reprise.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A ClientHello or ServerHello (RFC 8446 section 4.1), of which altered copies can be made.
 * Immutable.
 */
public final class Hello {

  public static final int CLIENT_HELLO = 1;
  public static final int SERVER_HELLO = 2;
  public static final int SESSION_TICKET = 35;
  public static final int PRE_SHARED_KEY = 41;
  public static final int SUPPORTED_VERSIONS = 43;
  public static final int KEY_SHARE = 51;

  private final int type;
  private final byte[] versionAndRandom;
  private final byte[] sessionId;
  private final byte[] suitesAndCompression;
  private final Map<Integer, byte[]> extensions;

  private Hello(
      int type,
      byte[] versionAndRandom,
      byte[] sessionId,
      byte[] suitesAndCompression,
      Map<Integer, byte[]> extensions) {
    this.type = type;
    this.versionAndRandom = versionAndRandom;
    this.sessionId = sessionId;
    this.suitesAndCompression = suitesAndCompression;
    this.extensions = extensions;
  }

  /** Reads a handshake message, header included. */
  public static Hello of(byte[] message) {
    ByteBuffer in = ByteBuffer.wrap(message);
    int type = in.get();
    in.position(4);
    byte[] versionAndRandom = bytes(in, 34);
    byte[] sessionId = bytes(in, in.get() & 0xff);
    int start = in.position();
    if (type == CLIENT_HELLO) {
      bytes(in, in.getShort() & 0xffff);
      bytes(in, in.get() & 0xff);
    } else {
      bytes(in, 3);
    }
    int end = in.position();
    in.position(start);
    byte[] suitesAndCompression = bytes(in, end - start);
    Map<Integer, byte[]> extensions = new LinkedHashMap<>();
    if (in.hasRemaining()) {
      in.getShort();
    }
    while (in.hasRemaining()) {
      int extension = in.getShort() & 0xffff;
      extensions.put(extension, bytes(in, in.getShort() & 0xffff));
    }
    return new Hello(type, versionAndRandom, sessionId, suitesAndCompression, extensions);
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  public byte[] sessionId() {
    return sessionId.clone();
  }

  /** The content of an extension; empty if it is empty or missing. */
  public byte[] extension(int number) {
    return extensions.getOrDefault(number, new byte[0]).clone();
  }

  /** The identities of a client's pre_shared_key extension: the tickets of TLS 1.3. */
  public List<ByteBuffer> pskIdentities() {
    List<ByteBuffer> identities = new ArrayList<>();
    byte[] extension = extensions.get(PRE_SHARED_KEY);
    if (extension != null) {
      ByteBuffer in = ByteBuffer.wrap(extension);
      ByteBuffer list = ByteBuffer.wrap(bytes(in, in.getShort() & 0xffff));
      while (list.hasRemaining()) {
        identities.add(ByteBuffer.wrap(bytes(list, list.getShort() & 0xffff)));
        list.getInt();
      }
    }
    return identities;
  }

  /** The versions that a client offers, such as 0x0304 for TLS 1.3; empty before TLS 1.3. */
  public List<Integer> supportedVersions() {
    List<Integer> versions = new ArrayList<>();
    byte[] extension = extensions.get(SUPPORTED_VERSIONS);
    if (extension != null) {
      ByteBuffer in = ByteBuffer.wrap(extension, 1, extension.length - 1);
      while (in.hasRemaining()) {
        versions.add(in.getShort() & 0xffff);
      }
    }
    return versions;
  }

  /** The groups for which a client sends a key, such as 29 for x25519. */
  public List<Integer> keyShareGroups() {
    List<Integer> groups = new ArrayList<>();
    byte[] extension = extensions.get(KEY_SHARE);
    if (extension != null) {
      ByteBuffer in = ByteBuffer.wrap(extension, 2, extension.length - 2);
      while (in.hasRemaining()) {
        groups.add(in.getShort() & 0xffff);
        bytes(in, in.getShort() & 0xffff);
      }
    }
    return groups;
  }

  /** Returns a copy with another version in the field that TLS 1.2 and older use. */
  public Hello withLegacyVersion(int version) {
    byte[] changed = versionAndRandom.clone();
    changed[0] = (byte) (version >> 8);
    changed[1] = (byte) version;
    return new Hello(type, changed, sessionId, suitesAndCompression, extensions);
  }

  public Hello withSessionId(byte[] id) {
    return new Hello(type, versionAndRandom, id.clone(), suitesAndCompression, extensions);
  }

  public Hello without(int extension) {
    Map<Integer, byte[]> fewer = new LinkedHashMap<>(extensions);
    fewer.remove(extension);
    return new Hello(type, versionAndRandom, sessionId, suitesAndCompression, fewer);
  }

  public Hello with(int extension, byte[] content) {
    Map<Integer, byte[]> more = new LinkedHashMap<>(extensions);
    more.put(extension, content.clone());
    return new Hello(type, versionAndRandom, sessionId, suitesAndCompression, more);
  }

  public byte[] encoded() {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    extensions.forEach(
        (extension, content) -> {
          number(list, extension, 2);
          number(list, content.length, 2);
          list.writeBytes(content);
        });
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(versionAndRandom);
    number(body, sessionId.length, 1);
    body.writeBytes(sessionId);
    body.writeBytes(suitesAndCompression);
    if (list.size() > 0) {
      number(body, list.size(), 2);
      body.writeBytes(list.toByteArray());
    }
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(type);
    number(message, body.size(), 3);
    message.writeBytes(body.toByteArray());
    return message.toByteArray();
  }

  private static void number(ByteArrayOutputStream out, int value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      out.write(value >> shift);
    }
  }
}
