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
    SOME_RESUMPTION
  }

  boolean covers(Cell cell) {
    return server.matcher(cell.server()).matches()
        && tls.matcher(cell.tls().label()).matches()
        && key.matcher(cell.key().label()).matches()
        && jdk.matcher(cell.jdk()).matches();
  }

  /** Whether what was measured is what the explanation says; the stock client is the witness. */
  boolean accounts(Cell cell, Measured reprise, Measured stock) {
    return agrees(cell, reprise) && agrees(cell, stock);
  }

  private boolean agrees(Cell cell, Measured measured) {
    return switch (allows) {
      case NO_CONNECTION -> measured.completed() == 0;
      case NO_RESUMPTION -> measured.errors() == 0 && measured.full() == measured.completed();
      case SOME_RESUMPTION ->
          measured.errors() == 0 && measured.resumedPercent(cell.threads()).orElse(100) < 100;
    };
  }
}
