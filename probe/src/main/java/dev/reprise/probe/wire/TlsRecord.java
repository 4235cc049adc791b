package dev.reprise.probe.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One record as it stands on the wire (RFC 8446 section 5.1). */
final class TlsRecord {

  static final int CHANGE_CIPHER_SPEC = 20;
  static final int ALERT = 21;
  static final int HANDSHAKE = 22;
  static final int APPLICATION_DATA = 23;

  private static final int HEADER = 5;

  final int type;
  final byte[] payload;

  private TlsRecord(int type, byte[] payload) {
    this.type = type;
    this.payload = payload;
  }

  /** The whole records of one direction, up to where the bytes are none. */
  static List<TlsRecord> of(byte[] all) {
    List<TlsRecord> records = new ArrayList<>();
    int at = 0;
    while (at + HEADER <= all.length
        && all[at] >= CHANGE_CIPHER_SPEC
        && all[at] <= APPLICATION_DATA) {
      int end = at + HEADER + ((all[at + 3] & 0xff) << 8 | all[at + 4] & 0xff);
      if (end > all.length) {
        break;
      }
      records.add(new TlsRecord(all[at], Arrays.copyOfRange(all, at + HEADER, end)));
      at = end;
    }
    return records;
  }
}
