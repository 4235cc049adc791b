package dev.reprise.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.regex.Pattern;

/**
 * Why Reprise cannot do in some cells what it does in all others. The patterns must match whole
 * names.
 *
 * @param id a short name
 * @param server which servers
 * @param tls which TLS versions
 * @param key which key types
 * @param jdk which JDKs
 * @param allows how far the cell may differ
 * @param cause the cause in JDK or server, in words
 */
record Explanation(
    String id,
    Pattern server,
    Pattern tls,
    Pattern key,
    Pattern jdk,
    Allowance allows,
    String cause) {

  /** Of the requests of a cell. */
  private static final double RARE = 0.03;

  private static final int LEAST_RARE = 2;

  /** How far a cell may differ. */
  enum Allowance {
    /** No client can connect. */
    @JsonProperty("no-connection")
    NO_CONNECTION,
    /** All calls succeed, and no handshake is resumed with either client. */
    @JsonProperty("no-resumption")
    NO_RESUMPTION,
    /** All calls succeed, and not all handshakes are resumed with either client. */
    @JsonProperty("some-resumption")
    SOME_RESUMPTION,
    /** Now and then a handshake fails, and its lane is lost. Chance, so stock is no witness. */
    @JsonProperty("rare-failures")
    RARE_FAILURES
  }

  boolean covers(Cell cell) {
    return server.matcher(cell.server()).matches()
        && tls.matcher(cell.tls().label()).matches()
        && key.matcher(cell.key().label()).matches()
        && jdk.matcher(cell.jdk()).matches();
  }

  /** Whether what was measured is what the explanation says; the stock client is the witness. */
  boolean accounts(Cell cell, Measured reprise, Measured stock) {
    return allows == Allowance.RARE_FAILURES
        ? failures(cell, reprise) <= Math.max(LEAST_RARE, RARE * cell.requests())
        : agrees(cell, reprise) && agrees(cell, stock);
  }

  private boolean agrees(Cell cell, Measured measured) {
    return switch (allows) {
      case NO_CONNECTION -> measured.completed() == 0;
      case NO_RESUMPTION -> measured.errors() == 0 && measured.full() == measured.completed();
      case RARE_FAILURES -> true;
      case SOME_RESUMPTION ->
          measured.errors() == 0 && measured.resumedPercent(cell.threads()).orElse(100) < 100;
    };
  }

  private static long failures(Cell cell, Measured measured) {
    return measured.errors() + Math.max(0, measured.full() - cell.threads());
  }
}
