package dev.reprise.tls.internal.channel;

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

  /** The status line up to the status code; the digit is any. */
  private static final String STATUS_LINE = "HTTP/1.d ";

  private static final int MINOR_VERSION = STATUS_LINE.indexOf('d');
  private static final int STATUS = STATUS_LINE.length();

  private static final String CONNECTION = "connection:";
  private static final String CLOSE = "close";
  private static final String KEEP_ALIVE = "keep-alive";
  private static final int OTHER = -1;

  /** Bytes of the present head that were seen; counts no further than the status code. */
  private int position;

  private boolean interim;
  private boolean zero;

  /** Line feeds since the last byte that ends no line. */
  private int lineEnds;

  private boolean isFinal;

  /** Whether the final response is one of HTTP whose head has not ended. */
  private boolean inFinalHead;

  /** How much of {@link #CONNECTION} the present line of the final head begins with. */
  private int inName;

  /** How much of {@link #CLOSE} the present option of that line is. */
  private int inClose;

  /** How much of {@link #KEEP_ALIVE} it is. */
  private int inKeepAlive;

  private boolean announcesClose;

  /** Whether the present head is one of HTTP/1.0, which keeps no connection unless it says so. */
  private boolean ofOldVersion;

  private boolean keepsAlive;

  /** Begins again, for the response to another request. */
  void reset() {
    position = 0;
    lineEnds = 0;
    interim = false;
    isFinal = false;
    inFinalHead = false;
    announcesClose = false;
    ofOldVersion = false;
    keepsAlive = false;
  }

  /** Whether the final response's head was read and says that no other response follows. */
  boolean announceClose() {
    return (announcesClose || ofOldVersion && !keepsAlive) && isFinal && !inFinalHead;
  }

  /** Whether what was taken in since the reset ends within a head. */
  boolean endWithinHead() {
    return inFinalHead || !isFinal && position > 0;
  }

  /** Takes the bytes in; true if all since the reset are whole interim responses, nothing else. */
  boolean areAll(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length && (!isFinal || inFinalHead); i++) {
      take(bytes[i]);
    }
    return !isFinal && position == 0;
  }

  private void take(byte b) {
    if (interim) {
      if (endsHead(b)) {
        reset();
      }
    } else if (inFinalHead) {
      takeHeader(b);
      inFinalHead = !endsHead(b);
    } else if (fits(b)) {
      position++;
    } else {
      isFinal = true;
      inFinalHead = position >= STATUS;
      ofOldVersion &= inFinalHead;
      // This line is the one of the status.
      inName = OTHER;
      inClose = 0;
      inKeepAlive = 0;
    }
  }

  private void takeHeader(byte b) {
    char lower = (char) (b >= 'A' && b <= 'Z' ? b + 'a' - 'A' : b);
    if (b == '\n') {
      endOption();
      inName = 0;
    } else if (inName == CONNECTION.length()) {
      if (b == ',') {
        endOption();
      } else if (b != ' ' && b != '\t' && b != '\r') {
        inClose = next(CLOSE, inClose, lower);
        inKeepAlive = next(KEEP_ALIVE, inKeepAlive, lower);
      }
    } else if (inName != OTHER) {
      inName = next(CONNECTION, inName, lower);
    }
  }

  private void endOption() {
    announcesClose |= inClose == CLOSE.length();
    keepsAlive |= inKeepAlive == KEEP_ALIVE.length();
    inClose = 0;
    inKeepAlive = 0;
  }

  private static int next(String word, int matched, char c) {
    return matched != OTHER && matched < word.length() && c == word.charAt(matched)
        ? matched + 1
        : OTHER;
  }

  /** Whether the byte is one of an interim response's head, up to its status code. */
  private boolean fits(byte b) {
    boolean digit = b >= '0' && b <= '9';
    if (position < STATUS) {
      if (position == MINOR_VERSION) {
        ofOldVersion = b == '0';
      }
      char expected = STATUS_LINE.charAt(position);
      return expected == 'd' ? digit : b == expected;
    }
    if (position == STATUS) {
      return b == '1';
    }
    if (position == STATUS + 1) {
      zero = b == '0';
      return digit;
    }
    interim = digit && !(zero && b == '1');
    return interim;
  }

  private boolean endsHead(byte b) {
    if (b == '\n') {
      lineEnds++;
    } else if (b != '\r') {
      lineEnds = 0;
    }
    return lineEnds == 2;
  }
}
