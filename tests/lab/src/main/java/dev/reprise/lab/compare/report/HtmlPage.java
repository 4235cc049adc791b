package dev.reprise.lab.compare.report;

import com.samskivert.mustache.Mustache;
import dev.reprise.lab.CompactJson;
import dev.reprise.lab.Run;
import dev.reprise.lab.compare.Settings;
import dev.reprise.lab.compare.results.Cell;
import dev.reprise.lab.compare.results.ClientRuns;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The page: everything in one file, nothing to fetch. */
public final class HtmlPage {

  private static final int CHART_WIDTH = 1120;

  private HtmlPage() {}

  /** The page of a run. */
  public static String of(Run<Settings, Cell> results) {
    Map<String, Object> model = new HashMap<>();
    model.put("results", results);
    model.put("machine", results.machine().describe());
    model.put("basis", Column.BASIS);
    List<Column> columns =
        Column.measuredIn(
            results.cells().stream().flatMap(cell -> cell.clients().stream()).toList());
    model.put("columns", columns);
    model.put("cells", cells(results.cells(), columns));
    model.put("libraries", libraries(results.cells()));
    model.put("quick", results.settings().quick());
    model.put("target", results.settings().target());
    model.put("clientJava", results.runtimes().get(Run.CLIENT));
    model.put("serverJava", results.runtimes().getOrDefault(Run.SERVER, ""));
    model.put("hasServer", results.runtimes().containsKey(Run.SERVER));
    // The only way out of a script element is its end tag.
    model.put("json", CompactJson.text(results).replace("</", "<\\/"));
    try (InputStream template = HtmlPage.class.getResourceAsStream("report.mustache");
        Reader reader = new InputStreamReader(template, StandardCharsets.UTF_8)) {
      return Mustache.compiler().escapeHTML(true).compile(reader).execute(model);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Map<String, Object>> cells(List<Cell> cells, List<Column> columns) {
    List<Map<String, Object>> models = new ArrayList<>();
    for (Cell cell : cells) {
      String chart = cell.roundCount() == 0 ? "" : chart("chart" + models.size(), cell);
      models.add(
          Map.of(
              "title", cell.title(),
              "rounds", cell.roundCount(),
              "requests", cell.requestsPerTurn(),
              "chart", chart,
              "rows", cell.clients().stream().map(runs -> row(runs, columns)).toList(),
              "failures", cell.clients().stream().filter(runs -> runs.failure() != null).toList()));
    }
    return models;
  }

  private static String chart(String id, Cell cell) {
    List<Panel> panels =
        List.of(
            Panel.throughput("requests per second (more is better)", cell),
            Panel.cpu("client CPU per request, ms (less is better)", cell),
            Panel.p99("99th percentile, ms (less is better)", cell));
    return BarChart.svg(id, CHART_WIDTH, panels, Panel::most);
  }

  private static Map<String, Object> row(ClientRuns runs, List<Column> columns) {
    return Map.of(
        "name", runs.client().label(),
        "reprise", runs.client().isReprise(),
        "figures", columns.stream().map(column -> column.figure(runs)).toList());
  }

  private static List<String> libraries(List<Cell> cells) {
    TreeSet<String> lines = new TreeSet<>();
    for (Cell cell : cells) {
      for (ClientRuns runs : cell.clients()) {
        String jars = runs.libraries().isEmpty() ? "the JDK" : String.join(", ", runs.libraries());
        lines.add("%s (%s): %s".formatted(runs.client().label(), cell.level().label(), jars));
      }
    }
    return List.copyOf(lines);
  }
}
