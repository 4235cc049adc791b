package dev.reprise.tls.internal.channel;

/**
 * Reads from a server's first flight which group it chose for the key exchange (RFC 8446 section
 * 4.2.8). A ServerHello is not encrypted, and JSSE has no API for the group.
 *
 * <p>The group is not authenticated before the handshake has completed.
 */
public final class ServerHello {

  /** No group was found: an older protocol, another message, or an incomplete one. */
  public static final int NO_GROUP = -1;

  private static final int HANDSHAKE_RECORD = 22;
  private static final int SERVER_HELLO = 2;
  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;
  private static final int VERSION_AND_RANDOM = 2 + 32;
  private static final int SUITE_AND_COMPRESSION = 2 + 1;
  private static final int KEY_SHARE = 51;

  private ServerHello() {}

  /**
   * Returns the group of the ServerHello or HelloRetryRequest at the start, or {@link #NO_GROUP}.
   */
  public static int keyShareGroup(byte[] bytes, int start, int limit) {
    int message = start + RECORD_HEADER + MESSAGE_HEADER;
    if (limit < message
        || bytes[start] != HANDSHAKE_RECORD
        || bytes[start + RECORD_HEADER] != SERVER_HELLO) {
      return NO_GROUP;
    }
    // A hybrid key share may not fit into one TCP segment, but the group precedes it.
    int end = Math.min(limit, message + uint16(bytes, message - 2));
    int sessionId = message + VERSION_AND_RANDOM;
    if (bytes[message - 3] != 0 || sessionId >= end) {
      return NO_GROUP;
    }
    int extensions = sessionId + 1 + (bytes[sessionId] & 0xff) + SUITE_AND_COMPRESSION;
    return extensions + 2 > end
        ? NO_GROUP
        : keyShareIn(
            bytes, extensions + 2, Math.min(end, extensions + 2 + uint16(bytes, extensions)));
  }

  private static int keyShareIn(byte[] bytes, int from, int end) {
    int at = from;
    while (at + 4 <= end) {
      int size = uint16(bytes, at + 2);
      if (uint16(bytes, at) == KEY_SHARE) {
        return size >= 2 && at + 6 <= end ? uint16(bytes, at + 4) : NO_GROUP;
      }
      at += 4 + size;
    }
    return NO_GROUP;
  }

  private static int uint16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }
}
