package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.wire.Ticket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All facts for programs. Null is what could not be found out; times are milliseconds. */
public final class JsonDocument {

  private final Map<String, Object> fields = new LinkedHashMap<>();

  private JsonDocument() {}

  /** The whole document. */
  public static String of(Report report) {
    return Json.of(document(report));
  }

  private JsonDocument with(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  private static JsonDocument object() {
    return new JsonDocument();
  }

  private static Map<String, Object> document(Report report) {
    Facts facts = report.facts;
    List<Object> addresses = new ArrayList<>();
    for (Facts.Address each : facts.addresses) {
      addresses.add(
          object()
              .with("address", each.address)
              .with("problem", each.problem)
              .with("takesSessionsOfFirst", each.takesSessionsOfFirst)
              .with("takesItsOwn", each.takesItsOwn)
              .fields);
    }
    return object()
        .with("format", 1)
        .with("url", facts.url)
        .with("method", facts.method)
        .with("began", facts.began)
        .with("java", facts.java)
        .with("requests", facts.requests)
        .with("connections", facts.connections)
        .with("seconds", facts.seconds)
        .with("addresses", addresses)
        .with("roundTripMillis", Facts.median(facts.connectMillis))
        .with("tls", tls(facts))
        .with("certificate", certificate(facts))
        .with("sessions", sessions(facts))
        .with("http", http(facts))
        .with("resumption", resumption(facts))
        .with("handshakes", handshakes(facts))
        .with("savings", savings(report.savings))
        .with("summary", report.summary)
        .with("settings", report.settings)
        .with("askProviderFor", report.requests)
        .with("notFoundOut", facts.gaps)
        .fields;
  }

  private static Map<String, Object> tls(Facts facts) {
    return object()
        .with("version", facts.version)
        .with("cipherSuite", facts.cipherSuite)
        .with("group", facts.group)
        .with("offeredGroups", facts.offeredGroups)
        .with("helloRetryRequest", facts.helloRetryRequest)
        .with("tls13", facts.tls13)
        .with("tls12", facts.tls12)
        .with("older", facts.older)
        .fields;
  }

  private static Map<String, Object> certificate(Facts facts) {
    return object()
        .with("subject", facts.subject)
        .with("issuer", facts.issuer)
        .with("key", facts.keyType)
        .with("expires", facts.expires)
        .with("firstOfChainExpires", facts.chainExpires)
        .with("ocspStapled", facts.stapled)
        .with("clientCertificateAsked", facts.clientCertificateAsked)
        .with("clientCertificateShown", facts.clientCertificateShown)
        .fields;
  }

  private static Map<String, Object> sessions(Facts facts) {
    return object()
        .with(
            "tls13",
            Boolean.TRUE.equals(facts.tls13)
                ? object().with("tickets", tickets(facts.sessions13.tickets)).fields
                : null)
        .with(
            "tls12",
            Boolean.TRUE.equals(facts.tls12)
                ? object()
                    .with("tickets", tickets(facts.sessions12.tickets))
                    .with("sessionId", facts.sessions12.sessionId)
                    .with("extendedMasterSecret", facts.sessions12.extendedMasterSecret)
                    .with("resumed", facts.sessions12.resumed)
                    .fields
                : null)
        .fields;
  }

  private static List<Object> tickets(List<Ticket> tickets) {
    if (tickets == null) {
      return null;
    }
    List<Object> all = new ArrayList<>();
    for (Ticket each : tickets) {
      all.add(
          object()
              .with("lifetimeSeconds", each.lifetimeSeconds())
              .with("bytes", each.length())
              .with("earlyDataBytes", each.earlyData())
              .fields);
    }
    return all;
  }

  private static Map<String, Object> http(Facts facts) {
    return object()
        .with("status", facts.status)
        .with("version", facts.httpVersion)
        .with("connection", facts.connectionHeader)
        .with("keepAlive", facts.keepAliveHeader)
        .with("server", facts.serverHeader)
        .with("imposesClose", facts.imposesClose())
        .with("announcesClose", facts.announcesClose)
        .with("closesUnannounced", facts.closesUnannounced)
        .with("bodyEndsWithConnection", facts.endsWithConnection)
        .with("secondRequestAnswered", facts.reused)
        .with("end", ending(facts.ending))
        .with("firstRequestEnd", ending(facts.firstRequestEnd))
        .with("firstRequestStatus", facts.firstRequestStatus)
        .fields;
  }

  private static Map<String, Object> ending(Ending ending) {
    return ending == null
        ? null
        : object()
            .with("byServer", ending.isByServer())
            .with("how", ending.how())
            .with("afterMillis", ending.millis())
            .with("unexpectedBytes", ending.unexpected())
            .fields;
  }

  private static Map<String, Object> resumption(Facts facts) {
    return object()
        .with("oneAtATime", resumption(facts.oneAtATime))
        .with("atOnce", facts.atOnce)
        .with("stock", resumption(facts.stock))
        .with("reprise", resumption(facts.reprise))
        .fields;
  }

  private static Map<String, Object> resumption(Facts.Resumption resumption) {
    return object()
        .with("tried", resumption.tried)
        .with("resumed", resumption.resumed)
        .with("failed", resumption.failed)
        .with("closeMillis", Facts.median(resumption.closeMillis))
        .fields;
  }

  private static Map<String, Object> handshakes(Facts facts) {
    return object()
        .with("fullMillis", facts.full.millis)
        .with("fullWaitMillis", facts.full.waitMillis)
        .with("resumedMillis", facts.resumed.millis)
        .with("resumedWaitMillis", facts.resumed.waitMillis)
        .fields;
  }

  private static Map<String, Object> savings(Savings savings) {
    return object()
        .with("callsPerSecond", savings.rate)
        .with("fullHandshakesPerCall", savings.avoided)
        .with("fullHandshakesPerDay", savings.handshakesPerDay())
        .with("handshakeMillisPerCall", savings.handshakeMillisPerCall())
        .with("closeMillisPerCall", savings.millisPerClose)
        .with("secondsPerDay", savings.secondsPerDay())
        .fields;
  }
}
