package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.Chance;
import dev.reprise.lab.matrix.Cell.Part;
import dev.reprise.lab.matrix.Cell.Result;
import dev.reprise.lab.matrix.Cell.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compares cells with what Reprise promises, and looks up the cause where it cannot keep it. */
final class Judge {

  /** Of the fleet with an address for each. */
  private static final int MEMBERS = 3;

  /** Those of {@code explained-cells.json}. */
  static final List<Explanation> EXPLANATIONS = read();

  private Judge() {}

  /** How far a cell may differ. All calls succeed in each, and stock makes no fewer full ones. */
  enum Allowance {
    /** No handshake is resumed with either client. */
    @JsonProperty("no-resumption")
    NO_RESUMPTION,
    /** Stock too makes more full handshakes than each thread's first. */
    @JsonProperty("some-resumption")
    SOME_RESUMPTION,
    /** As the one before, and with one thread nine handshakes of ten are resumed by Reprise. */
    @JsonProperty("resumption-in-turn")
    RESUMPTION_IN_TURN,
    /** Full are each thread's first with each member, and one to try. */
    @JsonProperty("firsts-of-members")
    FIRSTS_OF_MEMBERS
  }

  /**
   * Why Reprise cannot do in some cells what it does in all others. The patterns must match whole
   * names.
   *
   * @param id a short name
   * @param allows how far the cell may differ
   * @param cause the cause in JDK or server, in words
   */
  record Explanation(
      String id,
      String server,
      String tls,
      String key,
      String jdk,
      Allowance allows,
      String cause) {

    boolean covers(Cell cell) {
      return cell.server().matches(server)
          && cell.tls().label().matches(tls)
          && cell.key().name().matches(key)
          && cell.jdk().matches(jdk);
    }

    /** Whether what was measured is what it says; the stock client is the witness. */
    boolean accounts(Cell cell, Measured reprise, Measured stock) {
      boolean resumesSome =
          reprise.did().errors == 0
              && stock.did().errors == 0
              && stock.did().full > stock.firsts(cell);
      return switch (allows) {
        case NO_RESUMPTION -> reprise.resumesNone() && stock.resumesNone();
        case SOME_RESUMPTION -> resumesSome;
        case RESUMPTION_IN_TURN ->
            resumesSome
                && (cell.threads() > 1 || reprise.did().full * 10 <= reprise.did().completed);
        case FIRSTS_OF_MEMBERS ->
            reprise.did().errors == 0
                && reprise.did().full <= MEMBERS * reprise.firsts(cell) + reprise.runs();
      };
    }
  }

  private static List<Explanation> read() {
    try (InputStream in = Judge.class.getResourceAsStream("explained-cells.json")) {
      return new ObjectMapper().readValue(in, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Result judge(Cell cell, List<Measured> repriseRuns, List<Measured> stockRuns) {
    Measured reprise = Measured.sum(repriseRuns);
    Measured stock = Measured.sum(stockRuns);
    boolean aboveStock = Chance.isMore(repriseRuns, stockRuns, Measured::fullOrFailed);
    List<String> faults = broken(cell, reprise);
    if (aboveStock) {
      faults.add("%d full handshakes, stock %d".formatted(reprise.did().full, stock.did().full));
    }
    Optional<String> explanation =
        EXPLANATIONS.stream()
            .filter(known -> !faults.isEmpty() && !aboveStock && known.covers(cell))
            .filter(known -> known.accounts(cell, reprise, stock))
            .map(Explanation::id)
            .findFirst();
    Verdict verdict =
        faults.isEmpty()
            ? Verdict.HOLDS
            : explanation.isPresent() ? Verdict.EXPLAINED : Verdict.DIFFERS;
    return new Result(cell, reprise, stock, verdict, faults, explanation.orElse(null));
  }

  /** What Reprise did not do as promised, whatever stock does, in words. */
  private static List<String> broken(Cell cell, Measured reprise) {
    List<String> faults = new ArrayList<>();
    if (reprise.did().errors > 0) {
      faults.add(
          "%d of %d requests failed: %s"
              .formatted(
                  reprise.did().errors,
                  reprise.runs() * cell.requests(),
                  reprise.did().firstError));
    }
    if (reprise.most() > cell.threads()) {
      faults.add(
          "%d full handshakes in %d connections, where %d must do"
              .formatted(reprise.most(), cell.requests(), cell.threads()));
    }
    if (reprise.did().threadsStarted > 0) {
      faults.add("%d threads started".formatted(reprise.did().threadsStarted));
    }
    if (reprise.did().completed > 0
        && !reprise.did().protocols.equals(Set.of(cell.tls().label()))) {
      faults.add("connections over %s".formatted(reprise.did().protocols));
    }
    if (cell.part() == Part.PROVIDERS && !Boolean.TRUE.equals(reprise.did().refusesAnother)) {
      faults.add("a certificate for another host was not refused");
    }
    if (reprise.did().errors == 0 && reprise.did().toldFull != reprise.did().full) {
      faults.add(
          "the listener was told of %d full handshakes, the trust manager of %d"
              .formatted(reprise.did().toldFull, reprise.did().full));
    }
    RunningServer.View view = reprise.view();
    if (reprise.did().errors == 0
        && view != null
        && (view.full() != reprise.did().full || view.all() != reprise.did().completed)) {
      faults.add(
          "the server counts %d full and %d resumed handshakes, the client %d and %d"
              .formatted(
                  view.full(),
                  view.resumed(),
                  reprise.did().full,
                  reprise.did().completed - reprise.did().full));
    }
    return faults;
  }
}
