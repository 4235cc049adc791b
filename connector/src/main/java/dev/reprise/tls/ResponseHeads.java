package dev.reprise.tls;

/**
 * Tells in a stream of HTTP/1 responses whether the final one has begun: 100, 103 and the like may
 * come before it (RFC 9110 section 15.2), and a connection that ends after them has not answered.
 * Tells as well whether the stream stands within a head, and whether the final one says that the
 * connection ends with it (RFC 9112 section 9.6).
 *
 * <p>What is not an interim response, be it HTTP or not, is taken for the final one. 101 is final:
 * what follows it is another protocol. For the one thread that reads.
 */
final class ResponseHeads {

  /** The status line up to the status code; the digit is any. */
  private static final String STATUS_LINE = "HTTP/1.d ";

  private static final int STATUS = STATUS_LINE.length();

  private static final String CONNECTION = "connection:";
  private static final String CLOSE = "close";
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
  private int inOption;

  private boolean announcesClose;

  /** Begins anew, for the response to another request. */
  void reset() {
    position = 0;
    lineEnds = 0;
    interim = false;
    isFinal = false;
    inFinalHead = false;
    announcesClose = false;
  }

  /** Whether the final response's head was read and says that no other response follows. */
  boolean announceClose() {
    return announcesClose && !inFinalHead;
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
      // This line is the one of the status.
      inName = OTHER;
      inOption = 0;
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
        inOption = next(CLOSE, inOption, lower);
      }
    } else if (inName != OTHER) {
      inName = next(CONNECTION, inName, lower);
    }
  }

  private void endOption() {
    announcesClose |= inOption == CLOSE.length();
    inOption = 0;
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
