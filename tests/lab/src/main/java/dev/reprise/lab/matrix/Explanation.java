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

  /** Of the requests of a cell. */
  private static final double RARE = 0.03;

  private static final int LEAST_RARE = 2;

  /** Of the fleet with an address for each. */
  private static final int MEMBERS = 3;

  /** How far a cell may differ. */
  enum Allowance {
    /** No client can connect. */
    @JsonProperty("no-connection")
    NO_CONNECTION,
    /** All calls succeed, and no handshake is resumed with either client. */
    @JsonProperty("no-resumption")
    NO_RESUMPTION,
    /** All calls succeed, and stock too makes more full handshakes than each thread's first. */
    @JsonProperty("some-resumption")
    SOME_RESUMPTION,
    /** As the one before, and with one thread nine handshakes of ten are resumed by Reprise. */
    @JsonProperty("resumption-in-turn")
    RESUMPTION_IN_TURN,
    /**
     * A ticket fits or does not by chance, with either client, and stock may have more luck: up to
     * three standard deviations.
     */
    @JsonProperty("even-chance")
    EVEN_CHANCE,
    /**
     * All calls succeed, and few handshakes are resumed, with either client, since a session seldom
     * fits: stock may have more luck, by up to three standard deviations.
     */
    @JsonProperty("rare-chance")
    RARE_CHANCE,
    /** All calls succeed, and full are each thread's first with each member, and one to try. */
    @JsonProperty("firsts-of-members")
    FIRSTS_OF_MEMBERS,
    /**
     * All calls succeed, and full are each thread's first. Stock has fewer by what Reprise leaves.
     */
    @JsonProperty("firsts-alone")
    FIRSTS_ALONE,
    /**
     * All calls succeed, and full are none but first calls of a thread, of which chance decides how
     * many find a ticket, with either client: stock may have fewer by up to three standard
     * deviations.
     */
    @JsonProperty("firsts-by-chance")
    FIRSTS_BY_CHANCE,
    /** Now and then a handshake fails, and its lane is lost. Chance, so stock is no witness. */
    @JsonProperty("rare-failures")
    RARE_FAILURES
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
      case NO_CONNECTION -> reprise.completed() == 0 && stock.completed() == 0;
      case NO_RESUMPTION -> !aboveStock && resumesNone(reprise) && resumesNone(stock);
      case SOME_RESUMPTION -> !aboveStock && resumesSome(cell, reprise, stock);
      case RESUMPTION_IN_TURN ->
          !aboveStock
              && resumesSome(cell, reprise, stock)
              && (cell.threads() > 1 || reprise.full() * 10 <= reprise.completed());
      case EVEN_CHANCE ->
          reprise.errors() == 0 && reprise.full() - stock.full() <= luck(reprise.completed());
      case RARE_CHANCE ->
          resumesSome(cell, reprise, stock)
              && reprise.full() - stock.full() <= rareLuck(resumed(reprise) + resumed(stock));
      case FIRSTS_OF_MEMBERS ->
          !aboveStock
              && reprise.errors() == 0
              && reprise.full() <= MEMBERS * reprise.firsts(cell) + reprise.runs();
      case FIRSTS_ALONE -> firstsAlone(cell, reprise);
      case FIRSTS_BY_CHANCE ->
          firstsAlone(cell, reprise) && reprise.full() - stock.full() <= luck(reprise.firsts(cell));
      case RARE_FAILURES ->
          failures(cell, reprise) <= reprise.runs() * Math.max(LEAST_RARE, RARE * cell.requests());
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

  /** Three standard deviations of the difference of two counts, each of so many even chances. */
  private static double luck(long chances) {
    return 3 * Math.sqrt(chances / 2.0);
  }

  private static long resumed(Measured measured) {
    return measured.completed() - measured.full();
  }

  /** Three standard deviations of the difference of two counts of rare events, from their sum. */
  private static double rareLuck(long events) {
    return 3 * Math.sqrt(events);
  }

  private static long failures(Cell cell, Measured measured) {
    return measured.errors() + Math.max(0, measured.full() - measured.firsts(cell));
  }
}
