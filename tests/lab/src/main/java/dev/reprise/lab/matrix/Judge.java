package dev.reprise.lab.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.Chance;
import dev.reprise.lab.matrix.server.ServerView;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compares cells with what Reprise promises, and looks up the cause where it cannot keep it. */
final class Judge {

  private final List<Explanation> explanations;

  Judge(List<Explanation> explanations) {
    this.explanations = List.copyOf(explanations);
  }

  /** With the explanations of {@code explained-cells.json}. */
  static Judge load() {
    try (InputStream in = Judge.class.getResourceAsStream("explained-cells.json")) {
      return new Judge(new ObjectMapper().readValue(in, new TypeReference<>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Explanation> explanations() {
    return explanations;
  }

  /** Judges the runs of a cell. */
  CellResult judge(Cell cell, List<Measured> repriseRuns, List<Measured> stockRuns) {
    Measured reprise = Measured.sum(repriseRuns);
    Measured stock = Measured.sum(stockRuns);
    boolean aboveStock = Chance.isMore(repriseRuns, stockRuns, Measured::fullOrFailed);
    List<String> faults = broken(cell, repriseRuns, reprise);
    if (aboveStock) {
      faults.add("%d full handshakes, stock %d".formatted(reprise.full(), stock.full()));
    }
    if (faults.isEmpty()) {
      return new CellResult(cell, reprise, stock, Verdict.HOLDS, faults, null);
    }
    Optional<Explanation> explanation =
        explanations.stream()
            .filter(known -> known.covers(cell))
            .filter(known -> known.accounts(cell, reprise, stock, aboveStock))
            .findFirst();
    return new CellResult(
        cell,
        reprise,
        stock,
        explanation.isPresent() ? Verdict.EXPLAINED : Verdict.DIFFERS,
        faults,
        explanation.map(Explanation::id).orElse(null));
  }

  /** What Reprise did not do as promised, whatever stock does, in words. */
  private static List<String> broken(Cell cell, List<Measured> runs, Measured reprise) {
    List<String> faults = new ArrayList<>();
    if (reprise.errors() > 0) {
      faults.add(
          "%d of %d requests failed: %s"
              .formatted(reprise.errors(), reprise.runs() * cell.requests(), reprise.firstError()));
    }
    for (Measured run : runs) {
      if (run.full() > cell.threads()) {
        faults.add(
            "%d full handshakes in %d connections, where %d must do"
                .formatted(run.full(), run.completed(), cell.threads()));
      }
    }
    if (reprise.threadsStarted() > 0) {
      faults.add("%d threads started".formatted(reprise.threadsStarted()));
    }
    if (reprise.completed() > 0 && !reprise.protocols().equals(Set.of(cell.tls().label()))) {
      faults.add("connections over %s".formatted(reprise.protocols()));
    }
    if (cell.part() == Part.PROVIDERS && !Boolean.TRUE.equals(reprise.refusesAnother())) {
      faults.add("a certificate for another host was not refused");
    }
    if (reprise.errors() == 0) {
      faults.addAll(disagreements(reprise));
    }
    return faults;
  }

  private static List<String> disagreements(Measured reprise) {
    List<String> faults = new ArrayList<>();
    if (reprise.own().getOrDefault("full", 0L) != reprise.full()) {
      faults.add(
          "the listener was told of %d full handshakes, the trust manager of %d"
              .formatted(reprise.own().getOrDefault("full", 0L), reprise.full()));
    }
    ServerView view = reprise.serverView();
    if (view != null && (view.full() != reprise.full() || view.all() != reprise.completed())) {
      faults.add(
          "the server counts %d full and %d resumed handshakes, the client %d and %d"
              .formatted(
                  view.full(),
                  view.resumed(),
                  reprise.full(),
                  reprise.completed() - reprise.full()));
    }
    return faults;
  }
}
