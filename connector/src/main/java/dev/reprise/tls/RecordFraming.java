package dev.reprise.tls;

/**
 * Where the records of a TLS stream begin and end (RFC 8446 section 5.1), told from the bytes as
 * they come. Not thread-safe.
 */
final class RecordFraming {

  private static final int HEADER = 5;
  private static final int FIRST_TYPE = 20;
  private static final int LAST_TYPE = 24;
  private static final int MAJOR_VERSION = 3;

  /** What a record may have at most, with what encryption adds to it (RFC 5246 section 6.2.3). */
  private static final int MOST = (1 << 14) + 2048;

  /** Of a header that is not whole. */
  private int headerRead;

  /** Of the record whose header was read. */
  private int left;

  private boolean broken;

  void add(byte[] bytes, int offset, int count) {
    int position = offset;
    int end = offset + count;
    while (position < end && !broken) {
      if (headerRead == HEADER) {
        int part = Math.min(left, end - position);
        left -= part;
        position += part;
      } else {
        header(bytes[position++] & 0xff);
      }
      if (headerRead == HEADER && left == 0) {
        headerRead = 0;
      }
    }
  }

  private void header(int value) {
    switch (headerRead++) {
      case 0:
        broken = value < FIRST_TYPE || value > LAST_TYPE;
        break;
      case 1:
        broken = value != MAJOR_VERSION;
        break;
      case 3:
        left = value << 8;
        break;
      case 4:
        left |= value;
        broken = left > MOST;
        break;
      default:
        // The minor version, which tells nothing.
    }
  }

  /** Whether a part of a record has come, and not all of it. */
  boolean isWithinRecord() {
    return headerRead > 0 && !broken;
  }

  /** Whether something came that is no record. */
  boolean isBroken() {
    return broken;
  }
}
