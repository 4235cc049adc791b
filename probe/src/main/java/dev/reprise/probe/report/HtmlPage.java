package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import java.util.List;

/**
 * The report as one page that needs nothing else: no script, no font, no picture from elsewhere.
 */
public final class HtmlPage {

  private static final String STYLE =
      ":root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d9dee5;--paper:#fff;"
          + "--good:#1f7a4d;--bad:#b3382c;--wait:#9db4cf;--own:#2f5f9e}"
          + "@media(prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b5;--line:#36404d;"
          + "--paper:#161b22;--good:#58c08e;--bad:#ef8377;--wait:#4f6a8b;--own:#86b3ec}}"
          + "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
          + "max-width:56rem;margin:2rem auto;padding:0 1rem}"
          + "h1{font-size:1.35rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin-top:2rem}"
          + ".soft,footer{color:var(--soft);font-size:.9rem}"
          + "table{border-collapse:collapse;width:100%}"
          + "th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;"
          + "border-top:1px solid var(--line);overflow-wrap:anywhere}"
          + "th{font-weight:600;width:14rem}td.mark{width:6rem;white-space:nowrap}"
          + ".bad{color:var(--bad)}.good{color:var(--good)}"
          + "svg{max-width:100%;height:auto}svg text{fill:var(--ink);font:14px system-ui,sans-serif}"
          + "svg .soft{fill:var(--soft)}.track{fill:var(--line)}.fill{fill:var(--good)}"
          + ".wait{fill:var(--wait)}.own{fill:var(--own)}li{margin:.4rem 0}";

  private final StringBuilder html = new StringBuilder();

  private HtmlPage() {}

  /** The whole page. */
  public static String of(Report report) {
    HtmlPage page = new HtmlPage();
    page.write(report);
    return page.html.toString();
  }

  private void write(Report report) {
    Facts facts = report.facts;
    html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .append("<title>Probe of ")
        .append(escape(facts.url))
        .append("</title><style>")
        .append(STYLE)
        .append("</style></head><body>\n");
    element("h1", facts.method + " " + facts.url);
    html.append("<p class=\"soft\">")
        .append(
            escape(
                Words.count(facts.requests, "request")
                    + " over "
                    + Words.count(facts.connections, "connection")
                    + " in "
                    + Words.number(facts.seconds)
                    + " s, "
                    + facts.began.toString().substring(0, 16).replace('T', ' ')
                    + " UTC, Java "
                    + facts.java))
        .append("</p>\n");
    element("h2", "In short");
    report.summary.forEach(sentence -> element("p", sentence));
    html.append(Pictures.resumption(facts)).append(Pictures.handshakes(facts));
    for (Section section : report.sections) {
      table(section);
    }
    list(report.settingsTitle(), report.settings);
    list("What to ask the provider for", report.requests);
    if (!facts.gaps.isEmpty()) {
      list("What was not found out", facts.gaps);
    }
    html.append("<footer><p>")
        .append(
            escape(
                "Times are the best of a few, in a program that has just started; one that has run for a while"
                    + " computes faster. A few calls are a sample, not a measurement."))
        .append("</p></footer>\n</body></html>\n");
  }

  private void table(Section section) {
    element("h2", section.title);
    html.append("<table>\n");
    for (Row row : section.rows) {
      html.append("<tr><th scope=\"row\">")
          .append(escape(row.label))
          .append("</th><td>")
          .append(escape(row.value))
          .append("</td><td class=\"mark ")
          .append(
              row.verdict == Row.Verdict.BAD
                  ? "bad\">look here"
                  : row.verdict == Row.Verdict.GOOD ? "good\">good" : "\">")
          .append("</td></tr>\n");
    }
    html.append("</table>\n");
  }

  private void list(String title, List<String> items) {
    element("h2", title);
    html.append("<ul>\n");
    items.forEach(item -> element("li", item));
    html.append("</ul>\n");
  }

  private void element(String name, String text) {
    html.append('<').append(name).append('>').append(escape(text));
    html.append("</").append(name).append(">\n");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
