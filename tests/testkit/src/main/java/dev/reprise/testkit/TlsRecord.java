package dev.reprise.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;

/** One record as it is on the wire (RFC 8446 section 5.1). */
public final class TlsRecord {

  public static final int CHANGE_CIPHER_SPEC = 20;
  public static final int ALERT = 21;
  public static final int HANDSHAKE = 22;
  public static final int APPLICATION_DATA = 23;

  private final int type;
  private final int version;
  private final byte[] payload;

  TlsRecord(int type, int version, byte[] payload) {
    this.type = type;
    this.version = version;
    this.payload = payload;
  }

  /** Reads the rest of a record whose first byte was read already. */
  static TlsRecord read(int type, DataInputStream in) throws IOException {
    int version = in.readUnsignedShort();
    byte[] payload = new byte[in.readUnsignedShort()];
    in.readFully(payload);
    return new TlsRecord(type, version, payload);
  }

  static boolean isType(int firstByte) {
    return firstByte >= CHANGE_CIPHER_SPEC && firstByte <= APPLICATION_DATA;
  }

  void write(OutputStream out) throws IOException {
    out.write(type);
    out.write(version >> 8);
    out.write(version);
    out.write(payload.length >> 8);
    out.write(payload.length);
    out.write(payload);
  }

  public int type() {
    return type;
  }

  public byte[] payload() {
    return payload.clone();
  }

  public TlsRecord withPayload(byte[] other) {
    return new TlsRecord(type, version, other);
  }

  /** Whether it is a handshake message in the clear of the type given, as the whole record. */
  public boolean isHandshake(int messageType) {
    return type == HANDSHAKE
        && payload.length > 4
        && payload[0] == messageType
        && payload.length - 4 == ((payload[2] & 0xff) << 8 | payload[3] & 0xff);
  }

  /**
   * Whether it carries an alert. TLS 1.3 hides that in application data, but not the length: 2
   * bytes, the hidden type, 16 bytes of tag, and 16 of padding if JSSE made it. Nothing else may be
   * that short.
   */
  public boolean isAlert() {
    int bare = 2 + 1 + 16;
    return type == ALERT
        || (type == APPLICATION_DATA && (payload.length == bare || payload.length == bare + 16));
  }

  /** Whether it is an alert in the clear, sent before keys were agreed on. */
  public boolean isPlainAlert(int description) {
    return type == ALERT && payload.length == 2 && payload[1] == description;
  }

  @Override
  public String toString() {
    return "type " + type + ", " + payload.length + " bytes";
  }
}
