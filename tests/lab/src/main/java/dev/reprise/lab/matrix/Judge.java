package dev.reprise.lab.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
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

  /** Judges a cell. More full handshakes than stock are explained by chance alone. */
  CellResult judge(Cell cell, Measured reprise, Measured stock) {
    List<String> aboveStock = aboveStock(reprise, stock);
    List<String> faults = broken(cell, reprise);
    faults.addAll(aboveStock);
    if (faults.isEmpty()) {
      return new CellResult(cell, reprise, stock, Verdict.HOLDS, faults, null);
    }
    Optional<Explanation> explanation =
        explanations.stream()
            .filter(known -> known.covers(cell))
            .filter(known -> known.accounts(cell, reprise, stock, !aboveStock.isEmpty()))
            .findFirst();
    return new CellResult(
        cell,
        reprise,
        stock,
        explanation.isPresent() ? Verdict.EXPLAINED : Verdict.DIFFERS,
        faults,
        explanation.map(Explanation::id).orElse(null));
  }

  /**
   * Where Reprise made more full handshakes than stock, in words. A call of stock's that failed may
   * have spared it one.
   */
  static List<String> aboveStock(Measured reprise, Measured stock) {
    List<String> faults = new ArrayList<>();
    if (reprise.full() > stock.full() + stock.errors()) {
      faults.add("%d full handshakes, stock %d".formatted(reprise.full(), stock.full()));
    }
    if (reprise.fullAfterWarmUp() > stock.fullAfterWarmUp() + stock.errors()) {
      faults.add(
          "%d full handshakes after the warm-up, stock %d"
              .formatted(reprise.fullAfterWarmUp(), stock.fullAfterWarmUp()));
    }
    return faults;
  }

  /** What Reprise did not do as promised, whatever stock does, in words. */
  private static List<String> broken(Cell cell, Measured reprise) {
    List<String> faults = new ArrayList<>();
    if (reprise.errors() > 0) {
      faults.add(
          "%d of %d requests failed: %s"
              .formatted(reprise.errors(), reprise.runs() * cell.requests(), reprise.firstError()));
    }
    if (reprise.full() > reprise.firsts(cell)) {
      faults.add(
          "%d full handshakes in %d connections, where %d must do"
              .formatted(reprise.full(), reprise.completed(), reprise.firsts(cell)));
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
