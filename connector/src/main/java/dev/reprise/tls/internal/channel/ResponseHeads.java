package dev.reprise.tls.internal.channel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds where the final response begins in a stream of HTTP/1 responses. Interim responses such as
 * 100 and 103 may precede it (RFC 9110 section 15.2). A connection that ends after them has not
 * answered. Also finds whether the stream is within a head, and whether the final response ends the
 * connection (RFC 9112 sections 9.3 and 9.6).
 *
 * <p>Anything but an interim response, HTTP or not, counts as the final one. So does 101, since
 * another protocol follows it. Used only by the thread that reads.
 */
final class ResponseHeads {

  private enum Stage {
    STATUS_LINE,
    INTERIM_HEAD,
    FINAL_HEAD,
    /** After the final head, or in what is not HTTP. */
    BODY
  }

  /** Group 1 is the minor version, group 2 the status code of an interim response. */
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.(\\d) (1(?!01)\\d\\d)?");

  private static final String CONNECTION = "connection:";

  /** The most characters of a line that are examined. */
  private static final int MOST = 256;

  private Stage stage = Stage.STATUS_LINE;

  /** The current line of a head, as far as it was read. */
  private final StringBuilder line = new StringBuilder();

  private boolean announcesClose;

  /** HTTP/1.0 keeps a connection open only if a header says so. */
  private boolean keepsAlive = true;

  void reset() {
    stage = Stage.STATUS_LINE;
    line.setLength(0);
    announcesClose = false;
    keepsAlive = true;
  }

  /** Returns whether the final response's head was read and says that no response follows. */
  boolean announceClose() {
    return stage == Stage.BODY && (announcesClose || !keepsAlive);
  }

  boolean endWithinHead() {
    return stage == Stage.STATUS_LINE ? line.length() > 0 : stage != Stage.BODY;
  }

  /** Parses the bytes. Returns whether all since the reset are complete interim responses. */
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
