package dev.reprise.lab.matrix;

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
 * @param provider which providers; not told for any
 * @param allows how far the cell may differ
 * @param cause the cause in JDK or server, in words
 */
record Explanation(
    String id,
    Pattern server,
    Pattern tls,
    Pattern key,
    Pattern jdk,
    Pattern provider,
    Allowance allows,
    String cause) {

  /** Of the fleet with an address for each. */
  private static final int MEMBERS = 3;

  /** How far a cell may differ. */
  enum Allowance {
    /** All calls succeed, and no handshake is resumed with either client. */
    @JsonProperty("no-resumption")
    NO_RESUMPTION,
    /** All calls succeed, and stock too makes more full handshakes than each thread's first. */
    @JsonProperty("some-resumption")
    SOME_RESUMPTION,
    /** As the one before, and with one thread nine handshakes of ten are resumed by Reprise. */
    @JsonProperty("resumption-in-turn")
    RESUMPTION_IN_TURN,
    /** All calls succeed, and full are each thread's first with each member, and one to try. */
    @JsonProperty("firsts-of-members")
    FIRSTS_OF_MEMBERS,
    /**
     * All calls succeed, and full are each thread's first. Stock has fewer by what Reprise leaves.
     */
    @JsonProperty("firsts-alone")
    FIRSTS_ALONE
  }

  boolean covers(Cell cell) {
    return server.matcher(cell.server()).matches()
        && tls.matcher(cell.tls().label()).matches()
        && key.matcher(cell.key().label()).matches()
        && jdk.matcher(cell.jdk()).matches()
        && (provider == null || provider.matcher(cell.provider().label()).matches());
  }

  /**
   * Whether what was measured is what the explanation says; the stock client is the witness.
   *
   * @param aboveStock whether Reprise made more full handshakes than stock
   */
  boolean accounts(Cell cell, Measured reprise, Measured stock, boolean aboveStock) {
    return switch (allows) {
      case NO_RESUMPTION -> !aboveStock && resumesNone(reprise) && resumesNone(stock);
      case SOME_RESUMPTION -> !aboveStock && resumesSome(cell, reprise, stock);
      case RESUMPTION_IN_TURN ->
          !aboveStock
              && resumesSome(cell, reprise, stock)
              && (cell.threads() > 1 || reprise.full() * 10 <= reprise.completed());
      case FIRSTS_OF_MEMBERS ->
          !aboveStock
              && reprise.errors() == 0
              && reprise.full() <= MEMBERS * reprise.firsts(cell) + reprise.runs();
      case FIRSTS_ALONE -> firstsAlone(cell, reprise);
    };
  }

  private static boolean firstsAlone(Cell cell, Measured reprise) {
    return reprise.errors() == 0
        && reprise.full() <= reprise.firsts(cell)
        && Boolean.TRUE.equals(reprise.refusesAnother());
  }

  private static boolean resumesNone(Measured measured) {
    return measured.errors() == 0 && measured.full() == measured.completed();
  }

  private static boolean resumesSome(Cell cell, Measured reprise, Measured stock) {
    return reprise.errors() == 0 && stock.errors() == 0 && stock.full() > stock.firsts(cell);
  }
}
