package dev.reprise.probe.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import java.util.LinkedHashMap;
import java.util.Map;

/** All facts for programs. What could not be found out is null. Times are in milliseconds. */
public final class JsonDocument {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonDocument() {}

  /** The whole document. */
  public static String of(Report report) {
    try {
      return JSON.writeValueAsString(document(report));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names and values in turn. */
  private static Map<String, Object> object(Object... fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      Object value = fields[i + 1];
      object.put((String) fields[i], value instanceof Double ? finite((Double) value) : value);
    }
    return object;
  }

  private static Double finite(double value) {
    return Double.isNaN(value) || Double.isInfinite(value) ? null : Math.rint(value * 1e3) / 1e3;
  }

  private static Map<String, Object> document(Report report) {
    Facts facts = report.facts;
    return object(
        "format", 2,
        "url", facts.url,
        "method", facts.method,
        "began", facts.began.toString(),
        "java", facts.java,
        "requests", facts.requests,
        "connections", facts.connections,
        "seconds", facts.seconds,
        "addresses", facts.addresses,
        "roundTripMillis", Facts.median(facts.connectMillis),
        "tls", tls(facts),
        "certificate", certificate(facts),
        "sessions", sessions(facts),
        "http", http(facts),
        "resumption", resumption(facts),
        "handshakes", handshakes(facts),
        "savings", savings(report.savings),
        "summary", report.summary,
        "settings", report.settings,
        "askProviderFor", report.requests,
        "notFoundOut", facts.gaps);
  }

  private static Map<String, Object> tls(Facts facts) {
    return object(
        "version", facts.version,
        "cipherSuite", facts.cipherSuite,
        "group", facts.group,
        "offeredGroups", facts.offeredGroups,
        "helloRetryRequest", facts.helloRetryRequest,
        "tls13", facts.tls13,
        "tls12", facts.tls12);
  }

  private static Map<String, Object> certificate(Facts facts) {
    return object(
        "subject", facts.subject,
        "issuer", facts.issuer,
        "expires", String.valueOf(facts.expires),
        "firstOfChainExpires", String.valueOf(facts.chainExpires),
        "clientCertificateAsked", facts.clientCertificateAsked,
        "clientCertificateShown", facts.clientCertificateShown);
  }

  private static Map<String, Object> sessions(Facts facts) {
    return object(
        "tls13",
            Boolean.TRUE.equals(facts.tls13) ? object("ticketsGiven", facts.ticketsGiven13) : null,
        "tls12",
            Boolean.TRUE.equals(facts.tls12)
                ? object(
                    "ticketLifetimeSeconds", facts.sessions12.ticketLifetimes,
                    "sessionId", facts.sessions12.sessionId,
                    "extendedMasterSecret", facts.sessions12.extendedMasterSecret,
                    "resumed", facts.sessions12.resumed)
                : null);
  }

  private static Map<String, Object> http(Facts facts) {
    return object(
        "status", facts.status,
        "version", facts.httpVersion,
        "connection", facts.connectionHeader,
        "keepAlive", facts.keepAliveHeader,
        "server", facts.serverHeader,
        "imposesClose", facts.imposesClose(),
        "announcesClose", facts.announcesClose,
        "closesUnannounced", facts.closesUnannounced,
        "bodyEndsWithConnection", facts.endsWithConnection,
        "secondRequestAnswered", facts.reused,
        "end", ending(facts.ending),
        "firstRequestEnd", ending(facts.firstRequestEnd));
  }

  private static Map<String, Object> ending(Ending ending) {
    return ending == null
        ? null
        : object(
            "byServer", ending.isByServer(),
            "how", ending.how,
            "afterMillis", ending.millis,
            "unexpectedBytes", ending.unexpected);
  }

  private static Map<String, Object> resumption(Facts facts) {
    return object(
        "oneAtATime", resumption(facts.oneAtATime),
        "atOnce", facts.atOnce,
        "stock", resumption(facts.stock),
        "reprise", resumption(facts.reprise));
  }

  private static Map<String, Object> resumption(Facts.Resumption resumption) {
    return object(
        "tried", resumption.tried,
        "resumed", resumption.resumed,
        "failed", resumption.failed,
        "closeMillis", Facts.median(resumption.closeMillis));
  }

  private static Map<String, Object> handshakes(Facts facts) {
    return object(
        "fullMillis", facts.full.millis,
        "fullWaitMillis", facts.full.waitMillis,
        "resumedMillis", facts.resumed.millis,
        "resumedWaitMillis", facts.resumed.waitMillis);
  }

  private static Map<String, Object> savings(Savings savings) {
    return object(
        "callsPerSecond",
        savings.rate,
        "fullHandshakesPerCall",
        savings.avoided,
        "fullHandshakesPerDay",
        savings.handshakesPerDay(),
        "handshakeMillisPerCall",
        savings.handshakeMillisPerCall(),
        "closeMillisPerCall",
        savings.millisPerClose,
        "secondsPerDay",
        savings.secondsPerDay());
  }
}
