package dev.reprise.lab.faults.report;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.groupingBy;

import dev.reprise.lab.Medians;
import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** All cells of one fault and one client, summed up over JDKs. */
final class Row {

  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

  /** Times that differ by less are those of a busy machine. */
  private static final double NOISE_MILLIS = 150;

  private final List<Cell> cells;

  Row(List<Cell> all, FaultCase fault, String client) {
    cells =
        all.stream()
            .filter(cell -> cell.fault.equals(fault.label()) && cell.client.equals(client))
            .toList();
  }

  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** Times held: for each protocol the median over JDKs, and JDKs that are far from it. */
  String held() {
    return perProtocol(Row::held);
  }

  private static String held(List<Cell> cells) {
    List<List<Cell>> groups = new ArrayList<>();
    double last = Double.NEGATIVE_INFINITY;
    for (Cell cell : cells.stream().sorted(comparingDouble(c -> c.heldMillis)).toList()) {
      if (cell.heldMillis - last > NOISE_MILLIS) {
        groups.add(new ArrayList<>());
      }
      groups.get(groups.size() - 1).add(cell);
      last = cell.heldMillis;
    }
    groups.sort(comparing((List<Cell> group) -> group.size()).reversed());
    return mostAndOthers(groups, Row::median);
  }

  /** The value of the largest group, and in brackets those of the JDKs of the others. */
  private static String mostAndOthers(List<List<Cell>> groups, Function<List<Cell>, String> value) {
    String text = value.apply(groups.get(0));
    for (List<Cell> other : groups.subList(1, groups.size())) {
      text += " (" + jdks(other) + ": " + value.apply(other) + ")";
    }
    return text;
  }

  /** The same of a client with spares, and how many calls used one; empty without such a client. */
  String heldOnSpares() {
    return isEmpty()
        ? ""
        : "%s; %d of %d on a spare"
            .formatted(
                held(),
                cells.stream().mapToInt(cell -> cell.onSpare).sum(),
                cells.stream().mapToInt(cell -> cell.tries).sum());
  }

  /** Time held the first time; empty where that was not measured. */
  String first() {
    return over(cell -> cell.firstMillis);
  }

  /** Time held once the server is known for it; empty where that was not measured. */
  String known() {
    return over(cell -> cell.knownMillis);
  }

  private String over(Function<Cell, Double> millis) {
    return cells.stream().allMatch(cell -> millis.apply(cell) == null)
        ? ""
        : perProtocol(some -> median(some.stream().map(millis)));
  }

  /** What the next call did: for each protocol, with JDKs where they differ. */
  String next() {
    return perProtocol(some -> next(some));
  }

  private static String next(List<Cell> some) {
    List<List<Cell>> groups =
        new ArrayList<>(some.stream().collect(groupingBy(Row::nextOf)).values());
    groups.sort(comparing((List<Cell> group) -> group.size()).reversed());
    return mostAndOthers(groups, group -> nextOf(group.get(0)));
  }

  private static String nextOf(Cell cell) {
    return String.join(" or ", cell.next.keySet());
  }

  /** How connections ended. */
  String closes() {
    return varying(cells, cell -> cell.closes.keySet());
  }

  /** What was said of the request. */
  String progress() {
    return varying(cells, cell -> cell.progress.keySet());
  }

  /** How calls ended, each way on a line of its own. */
  String endings() {
    Map<String, List<Cell>> by = new LinkedHashMap<>();
    for (Cell cell : cells) {
      cell.endings.keySet().forEach(e -> by.computeIfAbsent(e, k -> new ArrayList<>()).add(cell));
    }
    return by.entrySet().stream()
        .map(e -> escaped(e.getKey()) + where(e.getValue()))
        .collect(Collectors.joining("<br>"));
  }

  /** The ways in which calls ended: {@code response}, or classes of exceptions. */
  Set<String> kindsOfEnding() {
    return cells.stream()
        .flatMap(cell -> cell.endings.keySet().stream())
        .map(ending -> ending.replaceAll(":.*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  String left() {
    return cells.stream()
        .filter(cell -> !cell.left.isEmpty())
        .map(cell -> cell.left + " (" + cell.jdk + " " + cell.protocol + ")")
        .distinct()
        .collect(Collectors.joining("; "));
  }

  /** Whether some calls were ended by nothing but an abort or the peer. */
  Set<String> rescued() {
    return cells.stream()
        .flatMap(cell -> cell.rescued.keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether the other row's times differ by more than a machine's noise, in some cell. */
  boolean heldUnlike(Row other) {
    return cells.stream()
        .anyMatch(
            cell ->
                other.cells.stream()
                    .anyMatch(
                        o ->
                            o.jdk.equals(cell.jdk)
                                && o.protocol.equals(cell.protocol)
                                && Math.abs(o.heldMillis - cell.heldMillis) > NOISE_MILLIS));
  }

  /** Whether callers are held longer than by the other row, in some protocol. */
  boolean slowerThan(Row other, double millis) {
    return PROTOCOLS.stream()
        .anyMatch(protocol -> medianOf(protocol) > other.medianOf(protocol) + millis);
  }

  private double medianOf(String protocol) {
    double[] sorted =
        cells.stream()
            .filter(cell -> cell.protocol.equals(protocol))
            .mapToDouble(cell -> cell.heldMillis)
            .sorted()
            .toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  /** Whether each next call resumed. */
  boolean alwaysResumes() {
    return cells.stream().allMatch(cell -> cell.next.keySet().equals(Set.of("resumed")));
  }

  private String perProtocol(Function<List<Cell>, String> text) {
    List<String> texts = new ArrayList<>();
    for (String protocol : PROTOCOLS) {
      List<Cell> some = cells.stream().filter(cell -> cell.protocol.equals(protocol)).toList();
      texts.add(some.isEmpty() ? "–" : text.apply(some));
    }
    return texts.get(0).equals(texts.get(1)) ? texts.get(0) : String.join(" / ", texts);
  }

  private String varying(List<Cell> some, Function<Cell, Set<String>> values) {
    Map<String, List<Cell>> by =
        some.stream()
            .collect(
                groupingBy(
                    cell -> String.join(" or ", values.apply(cell)),
                    LinkedHashMap::new,
                    Collectors.toList()));
    if (by.size() == 1) {
      return by.keySet().iterator().next();
    }
    return by.entrySet().stream()
        .filter(e -> !e.getKey().isEmpty())
        .map(e -> e.getKey() + where(e.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** JDKs and protocols of some of the cells, or nothing if these are all. */
  private String where(List<Cell> some) {
    if (some.size() == cells.size()) {
      return "";
    }
    for (String protocol : PROTOCOLS) {
      List<Cell> of = cells.stream().filter(cell -> cell.protocol.equals(protocol)).toList();
      if (some.size() == of.size() && some.containsAll(of)) {
        return " (" + words(protocol) + ")";
      }
    }
    Set<String> protocols =
        some.stream()
            .map(cell -> words(cell.protocol))
            .collect(Collectors.toCollection(TreeSet::new));
    return " ("
        + jdks(some)
        + (protocols.size() == 1 ? ", " + protocols.iterator().next() : "")
        + ")";
  }

  private static String words(String protocol) {
    return protocol.replace("v", " ");
  }

  private static String jdks(List<Cell> cells) {
    return cells.stream().map(cell -> cell.jdk).distinct().collect(Collectors.joining(", "));
  }

  private static String median(List<Cell> cells) {
    return median(cells.stream().map(cell -> cell.heldMillis));
  }

  private static String median(Stream<Double> values) {
    double[] there = values.filter(Objects::nonNull).mapToDouble(v -> v).toArray();
    return there.length == 0 ? "–" : millis(Medians.median(DoubleStream.of(there)));
  }

  private static String millis(double millis) {
    return millis < 1 ? "< 1" : String.format(Locale.ROOT, millis < 10 ? "%.1f" : "%.0f", millis);
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }
}
