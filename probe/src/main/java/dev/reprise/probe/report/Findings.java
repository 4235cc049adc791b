package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Each finding in a line. */
final class Findings {

  /** A certificate that expires sooner is worth a word. */
  static final long SOON_DAYS = 30;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Facts facts;

  private Findings(Facts facts) {
    this.facts = facts;
  }

  static List<Section> of(Facts facts) {
    Findings findings = new Findings(facts);
    return List.of(
        findings.connections(), findings.tls(), findings.sessions(), findings.resumption());
  }

  private Section connections() {
    Section section = new Section("Connections");
    section.note(
        "HTTP",
        facts.httpVersion
            + " "
            + facts.statusLine
            + (facts.serverHeader == null ? "" : ", server " + facts.serverHeader));
    addresses(section);
    if (!facts.connectMillis.isEmpty()) {
      section.note(
          "Round trip",
          Words.millis(Facts.median(facts.connectMillis)) + ", the time of a TCP connect");
    }
    afterResponse(section);
    ending(section);
    firstRequest(section);
    return section;
  }

  private void addresses(Section section) {
    List<String> each = new ArrayList<>();
    boolean good = true;
    for (Facts.Address address : facts.addresses) {
      String more = "";
      if (address.problem != null) {
        more = " (cannot be used: " + address.problem + ")";
        good = false;
      } else if (Boolean.TRUE.equals(address.takesSessionsOfFirst)) {
        more = " (takes sessions of the first)";
      } else if (Boolean.TRUE.equals(address.takesItsOwn)) {
        more = " (takes only sessions of its own: ticket keys are not shared)";
        good = false;
      } else if (Boolean.FALSE.equals(address.takesItsOwn)) {
        more = " (takes no sessions, neither of the first nor of its own)";
        good = false;
      }
      each.add(address.address + more);
    }
    section.row(
        each.size() == 1 ? "Address" : "Addresses",
        String.join("; ", each),
        good ? Section.Verdict.NOTE : Section.Verdict.BAD);
  }

  private void afterResponse(Section section) {
    String label = "After a response";
    if (facts.closesUnannounced) {
      section.bad(label, "closes the connection, though no Connection: close announces it");
    } else if (facts.announcesClose) {
      section.note(
          label,
          facts.connectionHeader != null
              ? "announces the close (Connection: " + facts.connectionHeader + ")"
              : facts.endsWithConnection
                  ? "ends the body with the connection (no Content-Length, not chunked)"
                  : "closes, as " + facts.httpVersion + " does");
    } else if (Boolean.TRUE.equals(facts.reused)) {
      section.good(
          label,
          "keeps the connection alive, and answered a second request on it"
              + (facts.keepAliveHeader == null
                  ? ""
                  : " (Keep-Alive: " + facts.keepAliveHeader + ")"));
    } else {
      section.bad(
          label, "announces no close, and did not answer a second request on the connection");
    }
  }

  private void ending(Section section) {
    Ending ending = facts.ending;
    if (ending == null) {
      return;
    }
    String label = "Who closes first";
    String asked =
        Boolean.TRUE.equals(facts.reused) ? " after a request with Connection: close" : "";
    if (!ending.isByServer()) {
      section.bad(
          label,
          "nobody: the server still holds the connection "
              + Words.seconds(ending.millis() / 1000)
              + " after its response"
              + asked);
      return;
    }
    String text =
        "the server"
            + asked
            + ": "
            + ending.how().words()
            + (ending.millis() < 1
                ? ", right after the response"
                : ", " + Words.millis(ending.millis()) + " after the response");
    section.row(
        label,
        ending.unexpected() > 0
            ? text + "; before that came " + ending.unexpected() + " bytes more than the response"
            : text,
        ending.how().isOrderly() && ending.unexpected() == 0
            ? Section.Verdict.GOOD
            : Section.Verdict.BAD);
  }

  private void firstRequest(Section section) {
    Ending end = facts.firstRequestEnd;
    if (end == null) {
      return;
    }
    String label = "Waits for a request";
    section.note(
        label,
        end.isByServer()
            ? Words.seconds(end.millis() / 1000)
                + " after the handshake, then: "
                + (facts.firstRequestStatus == null
                    ? ""
                    : "an answer with status " + facts.firstRequestStatus + ", ")
                + end.how().words()
            : "longer than "
                + Words.seconds(Math.floor(end.millis() / 1000))
                + ", all that was waited");
  }

  private Section tls() {
    Section section = new Section("TLS");
    List<String> also = new ArrayList<>();
    if (Boolean.TRUE.equals(facts.tls13) && Boolean.TRUE.equals(facts.tls12)) {
      also.add("speaks TLSv1.2 too");
    } else if (Boolean.FALSE.equals(facts.tls12)) {
      also.add("not TLSv1.2");
    } else if (Boolean.FALSE.equals(facts.tls13)) {
      also.add("not TLSv1.3");
    }
    section.note("Version", facts.version + (also.isEmpty() ? "" : "; " + String.join(", ", also)));
    section.note("Cipher suite", facts.cipherSuite);
    if (facts.group != null) {
      section.row(
          "Key exchange",
          facts.group
              + (facts.helloRetryRequest
                  ? ", after a HelloRetryRequest: a round trip more, since Java offers "
                      + String.join(" and ", facts.offeredGroups)
                      + " at first"
                  : "TLSv1.3".equals(facts.version) ? ", with no HelloRetryRequest" : ""),
          facts.helloRetryRequest ? Section.Verdict.BAD : Section.Verdict.GOOD);
    }
    certificate(section);
    return section;
  }

  private void certificate(Section section) {
    if (facts.expires != null) {
      long days = days(facts.expires);
      long first = days(facts.chainExpires);
      section.row(
          "Certificate",
          facts.subject
              + ", by "
              + facts.issuer
              + ", expires "
              + DATE.format(facts.expires)
              + " (in "
              + Words.count(days, "day")
              + ")"
              + (first < days
                  ? "; one above it in the chain expires " + DATE.format(facts.chainExpires)
                  : ""),
          Math.min(days, first) < SOON_DAYS ? Section.Verdict.BAD : Section.Verdict.GOOD);
    }
    if (facts.clientCertificateAsked != null) {
      section.note(
          "Client certificate",
          facts.clientCertificateShown
              ? "asked for, and shown"
              : facts.clientCertificateAsked
                  ? "asked for, and not insisted on: none was shown"
                  : "not asked for");
    }
  }

  static long days(Instant expiry) {
    return Math.max(0, Duration.between(Instant.now(), expiry).toDays());
  }

  private Section sessions() {
    Section section = new Section("Sessions");
    if (facts.sessions13.ticketsGiven != null && Boolean.TRUE.equals(facts.tls13)) {
      section.row(
          "TLS 1.3 tickets",
          facts.sessions13.ticketsGiven
              ? "given; how many and for how long is encrypted, and not known"
              : "none",
          facts.sessions13.ticketsGiven ? Section.Verdict.GOOD : Section.Verdict.BAD);
    }
    if (Boolean.TRUE.equals(facts.tls12)) {
      Facts.Sessions sessions = facts.sessions12;
      boolean any =
          Boolean.TRUE.equals(sessions.sessionId)
              || (sessions.ticketLifetimes != null && !sessions.ticketLifetimes.isEmpty());
      if (sessions.ticketLifetimes != null) {
        section.row(
            "TLS 1.2 ticket",
            tickets(sessions.ticketLifetimes),
            any ? Section.Verdict.GOOD : Section.Verdict.BAD);
      }
      if (sessions.sessionId != null) {
        section.row(
            "TLS 1.2 session id",
            sessions.sessionId ? "given; TLS does not tell for how long it lives" : "none",
            any ? Section.Verdict.GOOD : Section.Verdict.BAD);
      }
      if (sessions.extendedMasterSecret != null) {
        section.row(
            "Extended Master Secret",
            sessions.extendedMasterSecret ? "yes" : "no (TLS 1.2, RFC 7627)",
            sessions.extendedMasterSecret ? Section.Verdict.GOOD : Section.Verdict.BAD);
      }
      if (sessions.resumed != null && !"TLSv1.2".equals(facts.version)) {
        section.row(
            "TLS 1.2 resumed",
            sessions.resumed ? "yes" : "no",
            sessions.resumed ? Section.Verdict.GOOD : Section.Verdict.BAD);
      }
    }
    return section;
  }

  private static String tickets(List<Long> lifetimes) {
    return lifetimes.isEmpty()
        ? "none"
        : lifetimes.stream()
            .map(
                seconds ->
                    seconds == 0
                        ? "for a time that it does not tell: Java discards such a ticket"
                        : "for " + Words.seconds(seconds))
            .collect(Collectors.joining(", ", "given with a full handshake, valid ", ""));
  }

  private Section resumption() {
    Section section = new Section("Resumption");
    resumed(section, "One call at a time", facts.oneAtATime);
    resumed(section, facts.atOnce + " at once, stock Java", facts.stock);
    resumed(section, facts.atOnce + " at once, Reprise", facts.reprise);
    times(section, "A full handshake", facts.full);
    times(section, "A resumed one", facts.resumed);
    if (!facts.stock.closeMillis.isEmpty() && !facts.reprise.closeMillis.isEmpty()) {
      double stock = Facts.median(facts.stock.closeMillis);
      section.row(
          "A close holds callers",
          Words.millis(stock)
              + " with stock Java, "
              + Words.millis(Facts.median(facts.reprise.closeMillis))
              + " with Reprise",
          stock > 50 ? Section.Verdict.BAD : Section.Verdict.NOTE);
    }
    return section;
  }

  private static void resumed(Section section, String label, Facts.Resumption resumption) {
    if (resumption.tried == 0) {
      return;
    }
    section.row(
        label,
        resumption.resumed
            + " of "
            + resumption.tried
            + " resumed"
            + (resumption.failed > 0 ? ", " + resumption.failed + " failed" : ""),
        resumption.resumed == resumption.tried && resumption.failed == 0
            ? Section.Verdict.GOOD
            : Section.Verdict.BAD);
  }

  private static void times(Section section, String label, Facts.Times times) {
    if (!times.millis.isEmpty()) {
      section.note(
          label,
          Words.millis(times.best())
              + ", of which "
              + Words.millis(Math.min(times.best(), times.bestWait()))
              + " waiting for network and server");
    }
  }
}
