package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Texts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Each finding in a line. */
final class Findings {

  private final Facts facts;
  private final Map<String, Map<String, String>> sections = new LinkedHashMap<>();

  /** What belongs to the last section. */
  private Map<String, String> rows;

  private Findings(Facts facts) {
    this.facts = facts;
  }

  /**
   * By the title of the section: what was found, by its label with the mark that it begins with.
   */
  static Map<String, Map<String, String>> of(Facts facts) {
    Findings findings = new Findings(facts);
    findings.connections();
    findings.tls();
    findings.sessions();
    findings.resumption();
    return findings.sections;
  }

  private void section(String title) {
    rows = new LinkedHashMap<>();
    sections.put(title, rows);
  }

  private void note(String name, Object... values) {
    row(true, name, values);
  }

  private void row(boolean good, String name, Object... values) {
    String[] labelAndValue = Texts.of(name, values).split(": ", 2);
    rows.put((good ? "  " : "! ") + labelAndValue[0], labelAndValue[1]);
  }

  private void either(Boolean known, String yes, String no) {
    if (known != null) {
      row(known, known ? yes : no);
    }
  }

  private void connections() {
    section("Connections");
    String server = facts.serverHeader == null ? "" : ", server " + facts.serverHeader;
    note("found.http", facts.httpVersion, facts.statusLine, server);
    List<String> addresses =
        facts.addresses.stream()
            .map(
                each ->
                    each.problem == null
                        ? each.address
                        : Texts.of("found.address-unusable", each.address, each.problem))
            .collect(Collectors.toList());
    row(
        facts.addresses.stream().allMatch(each -> each.problem == null),
        addresses.size() == 1 ? "found.address" : "found.addresses",
        String.join("; ", addresses));
    note("found.round-trip", Texts.millis(Facts.median(facts.connectMillis)));
    afterResponse();
    ending(facts.ending);
  }

  private void afterResponse() {
    if (facts.closesUnannounced) {
      row(false, "found.closes-unannounced");
    } else if (facts.announcesClose && facts.connectionHeader != null) {
      note("found.announces", facts.connectionHeader);
    } else if (facts.announcesClose) {
      note(facts.endsWithConnection ? "found.ends-body" : "found.old-http", facts.httpVersion);
    } else if (Boolean.TRUE.equals(facts.reused)) {
      note(
          facts.keepAliveHeader == null ? "found.keeps-alive" : "found.keeps-alive-for",
          facts.keepAliveHeader);
    } else {
      row(false, "found.not-reused");
    }
  }

  private void ending(Ending ending) {
    String after =
        Boolean.TRUE.equals(facts.reused) ? " after a request with Connection: close" : "";
    if (!ending.isByServer()) {
      row(false, "found.nobody-closes", after, Texts.seconds(ending.millis / 1000));
      return;
    }
    row(
        ending.how.isOrderly(),
        ending.millis < 1 ? "found.closes-at-once" : "found.closes-later",
        after,
        Texts.millis(ending.millis),
        ending.how.words);
  }

  private void tls() {
    section("TLS");
    note("found.version", facts.version);
    note("found.cipher-suite", facts.cipherSuite);
    if (facts.hybridHello != null) {
      row(facts.copesWithHybrids(), "found.hybrid", facts.hybridHello.words);
    }
    note(
        facts.clientCertificateShown
            ? "found.client-certificate-shown"
            : facts.clientCertificateAsked
                ? "found.client-certificate-asked"
                : "found.client-certificate-not-asked");
  }

  private void sessions() {
    section("Sessions");
    if ("TLSv1.3".equals(facts.version)) {
      either(facts.ticketsGiven13, "found.tls13-tickets", "found.tls13-no-tickets");
    }
    Facts.Sessions sessions = facts.sessions12;
    List<Long> lifetimes = sessions.ticketLifetimes;
    boolean any =
        Boolean.TRUE.equals(sessions.sessionId) || (lifetimes != null && !lifetimes.isEmpty());
    if (lifetimes != null) {
      row(
          any,
          lifetimes.isEmpty() ? "found.tls12-no-ticket" : "found.tls12-ticket",
          lifetimes.stream().map(Findings::lifetime).collect(Collectors.joining(", ")));
    }
    if (sessions.sessionId != null) {
      row(any, sessions.sessionId ? "found.tls12-session-id" : "found.tls12-no-session-id");
    }
    either(
        sessions.extendedMasterSecret,
        "found.extended-master-secret",
        "found.no-extended-master-secret");
  }

  private static String lifetime(long seconds) {
    return seconds == 0
        ? "for a time that the server does not state: Java discards such a ticket"
        : "for " + Texts.seconds(seconds);
  }

  private void resumption() {
    section("Resumption");
    resumed("One call at a time", facts.oneAtATime);
    resumed(facts.atOnce + " at once, without Reprise", facts.stock);
    resumed(facts.atOnce + " at once, with Reprise", facts.reprise);
    time("A full handshake", facts.fullMillis);
    time("A resumed one", facts.resumedMillis);
  }

  private void resumed(String label, Facts.Resumption calls) {
    if (calls.tried > 0) {
      String failed = calls.failed == 0 ? "" : ", " + calls.failed + " failed";
      boolean good = calls.resumed == calls.tried && calls.failed == 0;
      row(good, "found.resumed", label, calls.resumed, calls.tried, failed);
    }
  }

  private void time(String label, List<Double> millis) {
    if (!millis.isEmpty()) {
      note("found.time", label, Texts.millis(Facts.best(millis)));
    }
  }
}
