package dev.reprise.benchmarks;

import dev.reprise.benchmarks.calls.Clients;
import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One rule, and whether it was kept. */
record Verdict(boolean holds, String text) {

  private static final String NO_ERRORS = "No call may fail.";
  private static final String OF_REPRISE =
      " A client over Reprise makes at most one full handshake for each thread, and one for each"
          + " preconnected connection that there may be, from its start on. The short form allows one"
          + " more. In a closed loop it starts less than one thread in 100 calls.";

  private static final double MOST_THREADS_A_CALL = 0.01;

  /** Of the connections that announced calls led to, in percent. */
  private static final int MOST_UNUSED = 10;

  private Verdict(boolean holds, String format, Object... arguments) {
    this(holds, String.format(Locale.ROOT, format, arguments));
  }

  /** What holds in every run; the bounds of an experiment come on top. */
  static String rules(Experiment experiment) {
    // Somebody's server may not resume at all.
    return experiment == Experiment.ENDPOINT ? NO_ERRORS : NO_ERRORS + OF_REPRISE;
  }

  static List<Verdict> judge(Experiment experiment, List<Row> rows, int java) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Row row : rows) {
      String name = row.kind.title + ", " + row.setting.describe();
      double errors = row.highest(Metric.ERRORS);
      verdicts.add(new Verdict(errors == 0, "%s: %.0f calls failed", name, errors));
      if (row.lostPasses() > 0) {
        verdicts.add(new Verdict(false, "%s: %d of its JVMs died", name, row.lostPasses()));
      }
      if (row.has(Metric.UNUSED)) {
        double unused = row.highest(Metric.UNUSED);
        verdicts.add(
            new Verdict(
                unused <= MOST_UNUSED,
                "%s: %.0f %% of the connections made ahead served no call, at most %d %%",
                name,
                unused,
                MOST_UNUSED));
      }
      if (row.kind.isReprise() && experiment != Experiment.ENDPOINT) {
        int most =
            row.setting.threads()
                + (row.kind == Kind.REPRISE_PRECONNECT ? Clients.PRECONNECTED : 0)
                + (row.has(Metric.UNUSED) ? 1 : 0)
                // A connection may be lost without a failed call, and its ticket with it.
                + (experiment == Experiment.QUICK ? 1 : 0);
        double full = row.highest(Metric.FULL_IN_ALL);
        verdicts.add(
            new Verdict(
                full <= most, "%s: %.0f full handshakes in a pass, at most %d", name, full, most));
        if (row.has(Metric.THREADS)) {
          double threads = row.median(Metric.THREADS);
          verdicts.add(
              new Verdict(
                  threads < MOST_THREADS_A_CALL,
                  "%s: %.3f threads started per call, less than %.2f",
                  name,
                  threads,
                  MOST_THREADS_A_CALL));
        }
      }
    }
    for (Bound bound : experiment.bounds) {
      for (Row row : rows) {
        Optional<Row> reference = find(rows, row.setting, bound.reference());
        if (row.kind == bound.client()
            && row.has(bound.metric())
            && reference.isPresent()
            && bound.appliesTo(row.setting, java)) {
          double[] ratio = row.over(reference.get(), bound.metric());
          verdicts.add(
              new Verdict(
                  bound.holds(ratio[1]),
                  "%s; %s: %.2f (%.2f to %.2f)",
                  bound,
                  row.setting.describe(),
                  ratio[1],
                  ratio[0],
                  ratio[2]));
        }
      }
    }
    return verdicts;
  }

  static Optional<Row> find(List<Row> rows, Setting setting, Kind kind) {
    return rows.stream().filter(r -> r.kind == kind && r.setting.equals(setting)).findFirst();
  }
}
