package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What to ask the operator of the server for, in sentences that can be sent to them. */
final class ProviderAdvice {

  private final Facts facts;
  private final List<String> advice = new ArrayList<>();

  private ProviderAdvice(Facts facts) {
    this.facts = facts;
  }

  static List<String> of(Facts facts) {
    ProviderAdvice advice = new ProviderAdvice(facts);
    advice.keepAlive();
    advice.sessions();
    advice.addresses();
    advice.handshake();
    advice.ending();
    advice.certificate();
    if (advice.advice.isEmpty()) {
      advice.advice.add("Nothing: it does all that helps.");
    }
    return advice.advice;
  }

  private void keepAlive() {
    if (facts.closesUnannounced || Boolean.FALSE.equals(facts.reused)) {
      advice.add(
          "Send 'Connection: close' with a response after which you close the connection, or keep it"
              + " open (RFC 9112, section 9.6).");
    } else if (facts.imposesClose()) {
      advice.add(
          "Keep connections alive for some seconds, if you can: that saves more than anything below."
              + server(
                  "nginx", " In nginx: keepalive_timeout.",
                  "apache", " In Apache httpd: KeepAlive On."));
    }
  }

  private void sessions() {
    boolean timeless = "TLSv1.2".equals(facts.version) && facts.isTimelessTls12();
    if (facts.oneAtATime.tried == 0 || facts.resumes() || timeless) {
      extendedMasterSecret();
      return;
    }
    if (facts.oneAtATime.offered == 0) {
      advice.add(
          "Turn TLS session tickets on, or a session cache: without either, every call costs you and"
              + " us a full handshake."
              + server(
                  "nginx",
                  " In nginx: ssl_session_tickets on (the default), or ssl_session_cache"
                      + " shared:TLS:10m.",
                  "apache",
                  " In Apache httpd: SSLSessionTickets on, and SSLSessionCache."));
    } else {
      advice.add(
          "You give out TLS sessions and do not take them back. If several servers answer under this"
              + " name, give them the same ticket keys; if it is one, let it keep its sessions."
              + server(
                  "nginx", " In nginx: ssl_session_ticket_key, the same on all.",
                  "apache", " In Apache httpd: SSLSessionTicketKeyFile, the same on all."));
    }
    extendedMasterSecret();
  }

  private void extendedMasterSecret() {
    if (Boolean.FALSE.equals(facts.sessions12.extendedMasterSecret)) {
      advice.add(
          "Support Extended Master Secret in TLS 1.2 (RFC 7627): many Java clients resume no session"
              + " without it.");
    }
    if (facts.isTimelessTls12()) {
      advice.add(
          "Give tickets of TLS 1.2 a lifetime (ticket_lifetime_hint above 0, RFC 5077): Java's TLS"
              + " discards those that have none, and makes full handshakes. TLS 1.3 does not have"
              + " that question.");
    } else if ("TLSv1.3".equals(facts.version)
        && facts.resumes()
        && Boolean.FALSE.equals(facts.sessions12.resumed)) {
      advice.add(
          "Let sessions of TLS 1.2 be resumed as well, as you do with TLS 1.3: callers that speak"
              + " only 1.2 make full handshakes.");
    }
  }

  private void addresses() {
    if (facts.addresses.stream()
        .anyMatch(
            address ->
                Boolean.FALSE.equals(address.takesSessionsOfFirst)
                    && Boolean.TRUE.equals(address.takesItsOwn))) {
      advice.add(
          "Give the servers behind your addresses the same ticket keys: a session of one address is"
              + " refused by another.");
    }
    facts.addresses.stream()
        .filter(address -> address.problem != null)
        .findFirst()
        .ifPresent(
            address ->
                advice.add(
                    "Take the address "
                        + address.address
                        + " out of DNS, or mend it: it cannot be used from here, and clients that try"
                        + " it first wait in vain."));
  }

  private void handshake() {
    if (Boolean.FALSE.equals(facts.tls13)) {
      advice.add(
          "Turn TLS 1.3 on: a full handshake takes a round trip less. (Tell us before, so that we"
              + " can see that our clients resume with it.)");
    }
    if (facts.helloRetryRequest) {
      advice.add(
          "Accept one of the groups "
              + String.join(" and ", facts.offeredGroups)
              + " for the key exchange: with "
              + facts.group
              + " alone, each full handshake of ours needs a HelloRetryRequest, which is a round"
              + " trip more.");
    }
  }

  private void ending() {
    Ending ending = facts.ending;
    if (ending == null) {
      return;
    }
    switch (ending.how()) {
      case FIN:
        advice.add(
            "Send close_notify before you close a connection (RFC 8446, section 6.1): without it, a"
                + " response that was cut short looks like a whole one.");
        break;
      case RESET:
      case CLOSE_NOTIFY_AND_RESET:
        advice.add(
            "Close connections in order, not by a TCP reset: a reset may destroy the end of a"
                + " response on its way (RFC 9112, section 9.6).");
        break;
      case ALERT:
        advice.add("End connections with close_notify, not with a fatal alert.");
        break;
      case NONE:
        advice.add(
            "Close the connection right after a response with 'Connection: close': you hold it open"
                + " until the client closes, which some clients wait for until their read timeout.");
        break;
      default:
        break;
    }
    if (ending.unexpected() > 0) {
      advice.add(
          "Send no bytes after the end of a response: there were "
              + ending.unexpected()
              + ". The Content-Length may be wrong.");
    }
  }

  private void certificate() {
    if (facts.chainExpires != null && Findings.days(facts.chainExpires) < Findings.SOON_DAYS) {
      advice.add(
          "Renew the certificate: it, or one above it, expires in "
              + Words.count(Findings.days(facts.chainExpires), "day")
              + ".");
    }
  }

  /** The hint for the server's product, by its Server header; empty if it is another or hidden. */
  private String server(String one, String hint, String other, String otherHint) {
    String header = facts.serverHeader == null ? "" : facts.serverHeader.toLowerCase(Locale.ROOT);
    return header.contains(one)
        ? hint
        : header.contains(other) && !header.contains("coyote") ? otherHint : "";
  }
}
