package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * A ClientHello of our own making, for what JSSE would not offer: TLS 1.1 at most, or TLS 1.2
 * without tickets. The handshake goes no further than the server's answer.
 */
public final class PlainHello {

  private static final int[] SUITES = {
    0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc009, 0xc013, 0xc00a, 0xc014, 0x009c, 0x009d,
    0x002f, 0x0035
  };
  private static final int[] SIGNATURES = {
    0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0203, 0x0201
  };

  private PlainHello() {}

  /** What the server chose. */
  public static final class Answer {

    private final int version;
    private final boolean sessionId;

    private Answer(Hello hello) {
      version = hello.version();
      sessionId = hello.sessionId.length > 0;
    }

    /** The version's name, such as TLSv1.1. */
    public String version() {
      return version == 0x0301 ? "TLSv1" : "TLSv1." + (version - 0x0301);
    }

    /** Whether it named a session. */
    public boolean hasSessionId() {
      return sessionId;
    }
  }

  /**
   * Sends it; empty if the server would have none of it.
   *
   * @param version the highest version to offer, such as 0x0302 for TLS 1.1
   */
  public static Optional<Answer> send(Socket socket, String host, int version) throws IOException {
    socket.getOutputStream().write(record(host, version));
    socket.getOutputStream().flush();
    DataInputStream in = new DataInputStream(socket.getInputStream());
    HandshakeMessage.Assembly messages = new HandshakeMessage.Assembly();
    while (true) {
      int type = in.read();
      if (type != TlsRecord.HANDSHAKE) {
        return Optional.empty();
      }
      in.readUnsignedShort();
      byte[] payload = new byte[in.readUnsignedShort()];
      in.readFully(payload);
      messages.add(payload);
      Optional<HandshakeMessage> first = messages.next();
      if (first.isPresent()) {
        return first
            .filter(message -> message.type() == HandshakeMessage.SERVER_HELLO)
            .flatMap(Hello::of)
            .map(Answer::new);
      }
    }
  }

  private static byte[] record(String host, int version) throws IOException {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    ByteArrayOutputStream hello = new ByteArrayOutputStream();
    number(hello, version, 2);
    hello.writeBytes(random);
    hello.write(0);
    number(hello, 2 * SUITES.length, 2);
    for (int suite : SUITES) {
      number(hello, suite, 2);
    }
    hello.writeBytes(new byte[] {1, 0});
    byte[] extensions = extensions(host);
    number(hello, extensions.length, 2);
    hello.writeBytes(extensions);

    ByteArrayOutputStream record = new ByteArrayOutputStream();
    record.writeBytes(new byte[] {TlsRecord.HANDSHAKE, 3, 1});
    number(record, hello.size() + 4, 2);
    record.write(HandshakeMessage.CLIENT_HELLO);
    number(record, hello.size(), 3);
    record.writeBytes(hello.toByteArray());
    return record.toByteArray();
  }

  private static byte[] extensions(String host) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (!host.matches("[0-9.]+|.*:.*")) {
      byte[] name = host.getBytes(StandardCharsets.US_ASCII);
      ByteBuffer content = ByteBuffer.allocate(5 + name.length);
      content.putShort((short) (3 + name.length)).put((byte) 0);
      content.putShort((short) name.length).put(name);
      extension(all, 0, content.array());
    }
    extension(all, 10, new byte[] {0, 8, 0, 29, 0, 23, 0, 24, 0, 25});
    extension(all, 11, new byte[] {1, 0});
    ByteBuffer signatures = ByteBuffer.allocate(2 + 2 * SIGNATURES.length);
    signatures.putShort((short) (2 * SIGNATURES.length));
    for (int signature : SIGNATURES) {
      signatures.putShort((short) signature);
    }
    extension(all, 13, signatures.array());
    extension(all, Hello.EXTENDED_MASTER_SECRET, new byte[0]);
    extension(all, 0xff01, new byte[] {0});
    return all.toByteArray();
  }

  private static void extension(ByteArrayOutputStream all, int number, byte[] content) {
    number(all, number, 2);
    number(all, content.length, 2);
    all.writeBytes(content);
  }

  private static void number(ByteArrayOutputStream out, int value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      out.write(value >> shift);
    }
  }
}
