package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Texts;
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
        facts.serverHeader == null ? "found.http" : "found.http-server",
        facts.httpVersion,
        facts.statusLine,
        facts.serverHeader);
    addresses(section);
    if (!facts.connectMillis.isEmpty()) {
      section.note("found.round-trip", Words.millis(Facts.median(facts.connectMillis)));
    }
    afterResponse(section);
    if (facts.ending != null) {
      ending(section, facts.ending);
    }
    return section;
  }

  private void addresses(Section section) {
    List<String> each = new ArrayList<>();
    boolean good = true;
    for (Facts.Address address : facts.addresses) {
      if (address.problem != null) {
        each.add(Texts.of("found.address-unusable", address.address, address.problem));
        good = false;
      } else {
        each.add(address.address);
      }
    }
    String name = each.size() == 1 ? "found.address" : "found.addresses";
    section.row(good, name, String.join("; ", each));
  }

  private void afterResponse(Section section) {
    if (facts.closesUnannounced) {
      section.row(false, "found.closes-unannounced");
    } else if (facts.announcesClose && facts.connectionHeader != null) {
      section.note("found.announces", facts.connectionHeader);
    } else if (facts.announcesClose) {
      section.note(
          facts.endsWithConnection ? "found.ends-body" : "found.old-http", facts.httpVersion);
    } else if (Boolean.TRUE.equals(facts.reused)) {
      section.note(
          facts.keepAliveHeader == null ? "found.keeps-alive" : "found.keeps-alive-for",
          facts.keepAliveHeader);
    } else {
      section.row(false, "found.not-reused");
    }
  }

  private void ending(Section section, Ending ending) {
    boolean asked = Boolean.TRUE.equals(facts.reused);
    String after = asked ? " after a request with Connection: close" : "";
    if (!ending.isByServer()) {
      section.row(false, "found.nobody-closes", after, Words.seconds(ending.millis / 1000));
      return;
    }
    section.row(
        ending.how.isOrderly(),
        ending.millis < 1 ? "found.closes-at-once" : "found.closes-later",
        after,
        Words.millis(ending.millis),
        ending.how.words);
  }

  private Section tls() {
    Section section = new Section("TLS");
    String also = "";
    if (Boolean.TRUE.equals(facts.tls13) && Boolean.TRUE.equals(facts.tls12)) {
      also = "; speaks TLSv1.2 too";
    } else if (Boolean.FALSE.equals(facts.tls12)) {
      also = "; not TLSv1.2";
    } else if (Boolean.FALSE.equals(facts.tls13)) {
      also = "; not TLSv1.3";
    }
    section.note("found.version", facts.version, also);
    section.note("found.cipher-suite", facts.cipherSuite);
    if (facts.group != null && facts.helloRetryRequest) {
      String offered = String.join(" and ", facts.offeredGroups);
      section.row(false, "found.group-retried", facts.group, offered);
    } else if (facts.group != null) {
      section.note(
          "TLSv1.3".equals(facts.version) ? "found.group-at-once" : "found.group", facts.group);
    }
    if (facts.helloSplit != null) {
      boolean same = facts.helloWhole == facts.helloSplit;
      section.row(
          facts.copesWithHybrids(),
          same ? "found.hybrid" : "found.hybrid-split",
          facts.helloWhole.words,
          facts.helloSplit.words);
    }
    certificate(section);
    return section;
  }

  private void certificate(Section section) {
    if (facts.expires != null) {
      long days = days(facts.expires);
      long first = days(facts.chainExpires);
      section.row(
          Math.min(days, first) >= SOON_DAYS,
          first < days ? "found.chain-expires" : "found.certificate",
          facts.subject,
          facts.issuer,
          DATE.format(facts.expires),
          Words.count(days, "day"),
          DATE.format(facts.chainExpires));
    }
    if (facts.clientCertificateAsked != null) {
      section.note(
          facts.clientCertificateShown
              ? "found.client-certificate-shown"
              : facts.clientCertificateAsked
                  ? "found.client-certificate-asked"
                  : "found.client-certificate-not-asked");
    }
  }

  static long days(Instant expiry) {
    return Math.max(0, Duration.between(Instant.now(), expiry).toDays());
  }

  private Section sessions() {
    Section section = new Section("Sessions");
    if (Boolean.TRUE.equals(facts.tls13)) {
      either(section, facts.ticketsGiven13, "found.tls13-tickets", "found.tls13-no-tickets");
    }
    if (!Boolean.TRUE.equals(facts.tls12)) {
      return section;
    }
    Facts.Sessions sessions = facts.sessions12;
    List<Long> lifetimes = sessions.ticketLifetimes;
    boolean any =
        Boolean.TRUE.equals(sessions.sessionId) || (lifetimes != null && !lifetimes.isEmpty());
    if (lifetimes != null) {
      section.row(
          any,
          lifetimes.isEmpty() ? "found.tls12-no-ticket" : "found.tls12-ticket",
          lifetimes.stream().map(Findings::lifetime).collect(Collectors.joining(", ")));
    }
    if (sessions.sessionId != null) {
      section.row(any, sessions.sessionId ? "found.tls12-session-id" : "found.tls12-no-session-id");
    }
    either(
        section,
        sessions.extendedMasterSecret,
        "found.extended-master-secret",
        "found.no-extended-master-secret");
    if (!"TLSv1.2".equals(facts.version)) {
      either(section, sessions.resumed, "found.tls12-resumed", "found.tls12-not-resumed");
    }
    return section;
  }

  private static void either(Section section, Boolean known, String yes, String no) {
    if (known != null) {
      section.row(known, known ? yes : no);
    }
  }

  private static String lifetime(long seconds) {
    return seconds == 0
        ? "for a time that it does not tell: Java discards such a ticket"
        : "for " + Words.seconds(seconds);
  }

  private Section resumption() {
    Section section = new Section("Resumption");
    resumed(section, "One call at a time", facts.oneAtATime);
    resumed(section, facts.atOnce + " at once, without Reprise", facts.stock);
    resumed(section, facts.atOnce + " at once, with Reprise", facts.reprise);
    times(section, "A full handshake", facts.fullMillis);
    times(section, "A resumed one", facts.resumedMillis);
    return section;
  }

  private static void resumed(Section section, String label, Facts.Resumption calls) {
    if (calls.tried > 0) {
      section.row(
          calls.resumed == calls.tried && calls.failed == 0,
          calls.failed > 0 ? "found.resumed-failed" : "found.resumed",
          label,
          calls.resumed,
          calls.tried,
          calls.failed);
    }
  }

  private static void times(Section section, String label, List<Double> millis) {
    if (!millis.isEmpty()) {
      section.note("found.time", label, Words.millis(Facts.best(millis)));
    }
  }
}
