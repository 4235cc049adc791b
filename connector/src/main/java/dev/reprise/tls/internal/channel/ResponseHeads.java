package dev.reprise.tls.internal.channel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells in a stream of HTTP/1 responses whether the final one has begun: 100, 103 and the like may
 * come before it (RFC 9110 section 15.2), and a connection that ends after them has not answered.
 * Tells as well whether the stream stands within a head, and whether the final one says that the
 * connection ends with it (RFC 9112 sections 9.3 and 9.6).
 *
 * <p>What is not an interim response, HTTP or not, is taken for the final one. 101 is final: what
 * follows it is another protocol. For the one thread that reads.
 */
final class ResponseHeads {

  private enum Stage {
    STATUS_LINE,
    INTERIM_HEAD,
    FINAL_HEAD,
    /** After the final head, or in what is not HTTP. */
    BODY
  }

  /** The minor version, and the status code of an interim response. */
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.(\\d) (1(?!01)\\d\\d)?");

  private static final String CONNECTION = "connection:";

  /** How much of a line is looked at. */
  private static final int MOST = 256;

  private Stage stage = Stage.STATUS_LINE;

  /** The present line of a head, as far as it was seen. */
  private final StringBuilder line = new StringBuilder();

  private boolean announcesClose;

  /** HTTP/1.0 keeps no connection unless it says so. */
  private boolean keepsAlive = true;

  void reset() {
    stage = Stage.STATUS_LINE;
    line.setLength(0);
    announcesClose = false;
    keepsAlive = true;
  }

  /** Whether the final response's head was read and says that no other response follows. */
  boolean announceClose() {
    return stage == Stage.BODY && (announcesClose || !keepsAlive);
  }

  boolean endWithinHead() {
    return stage == Stage.STATUS_LINE ? line.length() > 0 : stage != Stage.BODY;
  }

  /** Takes the bytes in; true if all since the reset are whole interim responses, nothing else. */
  boolean areAll(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length && stage != Stage.BODY; i++) {
      if (bytes[i] == '\n') {
        endLine();
        line.setLength(0);
      } else if (line.length() < MOST && (bytes[i] != '\r' || stage == Stage.STATUS_LINE)) {
        line.append((char) (bytes[i] & 0xff));
      }
    }
    if (stage == Stage.STATUS_LINE) {
      Matcher begun = STATUS_LINE.matcher(line);
      stage = begun.lookingAt() || begun.hitEnd() ? stage : Stage.BODY;
    }
    return stage == Stage.STATUS_LINE && line.length() == 0;
  }

  private void endLine() {
    if (stage == Stage.STATUS_LINE) {
      Matcher status = STATUS_LINE.matcher(line);
      boolean http = status.lookingAt();
      keepsAlive = !http || !status.group(1).equals("0");
      stage = !http ? Stage.BODY : status.group(2) != null ? Stage.INTERIM_HEAD : Stage.FINAL_HEAD;
    } else if (line.length() == 0 && stage == Stage.INTERIM_HEAD) {
      reset();
    } else if (line.length() == 0) {
      stage = Stage.BODY;
    } else if (stage == Stage.FINAL_HEAD) {
      takeHeader(line.toString());
    }
  }

  private void takeHeader(String header) {
    if (header.regionMatches(true, 0, CONNECTION, 0, CONNECTION.length())) {
      for (String option : header.substring(CONNECTION.length()).split(",")) {
        announcesClose |= option.trim().equalsIgnoreCase("close");
        keepsAlive |= option.trim().equalsIgnoreCase("keep-alive");
      }
    }
  }
}
