package dev.reprise.lab.faults;

import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All cells of one fault and one client, summed up over JDKs. */
final class Row {

  /** Times that differ by less are those of a busy machine. */
  private static final double NOISE_MILLIS = 150;

  final List<Cell> cells;

  Row(List<Cell> all, FaultCase fault, String client) {
    cells =
        all.stream()
            .filter(cell -> cell.fault.equals(fault.label()) && cell.client.equals(client))
            .toList();
  }

  boolean isEmpty() {
    return cells.isEmpty();
  }

  /**
   * Times held: for each protocol the median over JDKs, and JDKs that are far from it; of a server
   * that comes to be known for it the later ones too.
   */
  String held() {
    String held = perProtocol(Row::byTime, group -> median(group, cell -> cell.heldMillis));
    int used = cells.stream().mapToInt(cell -> cell.onPreconnection).sum();
    return held
        + (cells.stream().allMatch(cell -> cell.knownMillis == null)
            ? ""
            : ", once known " + perProtocol(List::of, of -> median(of, cell -> cell.knownMillis)))
        + (used == 0
            ? ""
            : " (%d of %d)".formatted(used, cells.stream().mapToInt(c -> c.tries).sum()));
  }

  private static Collection<List<Cell>> byTime(List<Cell> cells) {
    List<List<Cell>> groups = new ArrayList<>();
    double last = Double.NEGATIVE_INFINITY;
    for (Cell cell : cells.stream().sorted(comparingDouble(c -> c.heldMillis)).toList()) {
      if (cell.heldMillis - last > NOISE_MILLIS) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(cell);
      last = cell.heldMillis;
    }
    return groups;
  }

  /** Words: for each protocol, with JDKs where they differ. */
  String words(Function<Cell, Collection<String>> of) {
    Function<Cell, String> words =
        cell -> String.join(" or ", of.apply(cell)).replace("|", "\\|").replace("<", "&lt;");
    return perProtocol(
        some -> some.stream().collect(groupingBy(words)).values(),
        group -> words.apply(group.get(0)));
  }

  /** For each protocol the largest group, and in brackets the JDKs of the others. */
  private String perProtocol(
      Function<List<Cell>, Collection<List<Cell>>> groups, Function<List<Cell>, String> value) {
    List<String> texts = new ArrayList<>();
    for (String protocol : Faults.PROTOCOLS) {
      List<Cell> some = cells.stream().filter(cell -> cell.protocol.equals(protocol)).toList();
      List<List<Cell>> by = new ArrayList<>(groups.apply(some));
      by.sort(comparingInt((List<Cell> group) -> group.size()).reversed());
      String text = some.isEmpty() ? "–" : value.apply(by.get(0));
      for (List<Cell> other : by.subList(Math.min(1, by.size()), by.size())) {
        text +=
            " (%s: %s)"
                .formatted(
                    other.stream().map(cell -> cell.jdk).distinct().collect(joining(", ")),
                    value.apply(other));
      }
      texts.add(text);
    }
    return texts.get(0).equals(texts.get(1)) ? texts.get(0) : String.join(" / ", texts);
  }

  /** Whether the clients differ by more than a machine's noise, and so need an explanation. */
  boolean differsFrom(Row stock) {
    return !stock.isEmpty()
        && (!resumes()
            || !stock.resumes()
            || !kindsOfEnding().equals(stock.kindsOfEnding())
            || cells.stream().anyMatch(cell -> stock.cells.stream().anyMatch(o -> far(cell, o)))
            || cells.stream().anyMatch(cell -> !cell.rescued.isEmpty() || !cell.left.isEmpty()));
  }

  private boolean resumes() {
    return cells.stream().allMatch(cell -> cell.next.keySet().equals(Set.of("resumed")));
  }

  /** {@code response}, or classes of exceptions. */
  private Set<String> kindsOfEnding() {
    return cells.stream()
        .flatMap(cell -> cell.endings.keySet().stream())
        .map(ending -> ending.replaceAll(":.*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean far(Cell one, Cell other) {
    return one.jdk.equals(other.jdk)
        && one.protocol.equals(other.protocol)
        && Math.abs(one.heldMillis - other.heldMillis) > NOISE_MILLIS;
  }

  private static String median(List<Cell> cells, Function<Cell, Double> of) {
    double millis = median(cells.stream().map(of).filter(Objects::nonNull).toList());
    return millis < 1 ? "< 1" : String.format(Locale.ROOT, millis < 10 ? "%.1f" : "%.0f", millis);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0.0);
  }
}
