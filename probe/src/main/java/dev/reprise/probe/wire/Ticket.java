package dev.reprise.probe.wire;

import java.nio.ByteBuffer;
import java.util.Optional;

/** A NewSessionTicket (RFC 5077 section 3.3, RFC 8446 section 4.6.1). Immutable. */
public final class Ticket {

  private static final int EARLY_DATA = 42;

  private final long lifetimeSeconds;
  private final int length;
  private final long earlyData;

  private Ticket(long lifetimeSeconds, int length, long earlyData) {
    this.lifetimeSeconds = lifetimeSeconds;
    this.length = length;
    this.earlyData = earlyData;
  }

  /** For how long the server says that it may be used; 0 in TLS 1.2 means that it does not say. */
  public long lifetimeSeconds() {
    return lifetimeSeconds;
  }

  /** Its length in bytes. */
  public int length() {
    return length;
  }

  /** How many bytes of early data the server would take with it. */
  public long earlyData() {
    return earlyData;
  }

  /** Empty for one of length 0, by which a server takes its promise back. */
  static Optional<Ticket> ofTls12(HandshakeMessage message) {
    ByteBuffer in = ByteBuffer.wrap(message.body());
    if (in.remaining() < 6) {
      return Optional.empty();
    }
    long lifetime = in.getInt() & 0xffff_ffffL;
    int length = in.getShort() & 0xffff;
    return length == 0 ? Optional.empty() : Optional.of(new Ticket(lifetime, length, 0));
  }

  static Optional<Ticket> ofTls13(HandshakeMessage message) {
    ByteBuffer in = ByteBuffer.wrap(message.body());
    if (in.remaining() < 11) {
      return Optional.empty();
    }
    long lifetime = in.getInt() & 0xffff_ffffL;
    in.getInt();
    skip(in, in.get() & 0xff);
    int length = in.getShort() & 0xffff;
    skip(in, length);
    long earlyData = 0;
    if (in.remaining() >= 2) {
      in.getShort();
    }
    while (in.remaining() >= 4) {
      int extension = in.getShort() & 0xffff;
      int size = in.getShort() & 0xffff;
      if (extension == EARLY_DATA && size == 4) {
        earlyData = in.getInt(in.position()) & 0xffff_ffffL;
      }
      skip(in, size);
    }
    return Optional.of(new Ticket(lifetime, length, earlyData));
  }

  private static void skip(ByteBuffer in, int length) {
    in.position(Math.min(in.limit(), in.position() + length));
  }
}
