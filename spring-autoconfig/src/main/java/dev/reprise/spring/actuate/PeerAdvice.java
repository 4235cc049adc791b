package dev.reprise.spring.actuate;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.PreconnectionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Says in words what the counts of a peer mean, and what can be done about it. */
final class PeerAdvice {

  /** What happens seldom is not worth advice: less than one time in this many. */
  private static final int SELDOM = 20;

  private static final Pattern OTHER_HOST =
      Pattern.compile("No subject alternative |No name matching ");

  /** Alerts about the client's certificate (RFC 8446 section 6.2), in the spellings there are. */
  private static final Pattern CLIENT_CERTIFICATE =
      Pattern.compile(
          "alert.*(certificate[_ ](required|unknown|revoked|expired)"
              + "|(bad|unsupported)[_ ]certificate|unknown[_ ]ca|access[_ ]denied)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern EXPIRED =
      Pattern.compile("alert.*certificate[_ ]expired", Pattern.CASE_INSENSITIVE);

  private static final Pattern REFUSED =
      Pattern.compile("alert.*handshake[_ ]failure", Pattern.CASE_INSENSITIVE);

  private final PeerStatistics peer;
  private final String prefix;
  private final List<String> advice = new ArrayList<>();

  private PeerAdvice(PeerStatistics peer, String prefix) {
    this.peer = peer;
    this.prefix = prefix;
  }

  /** Sentences, or none yet; they name properties of the client whose prefix is given. */
  static List<String> of(PeerStatistics peer, String prefix) {
    PeerAdvice made = new PeerAdvice(peer, prefix);
    made.handshakes();
    made.closes();
    if (made.advice.isEmpty() && peer.resumed() > 0 && peer.failuresInRow() == 0) {
      made.advice.add("The handshakes are resumed; what the server answers is not looked at.");
    }
    return made.advice;
  }

  private void handshakes() {
    long all = peer.full() + peer.resumed();
    long failedAtOnce = peer.failed() - peer.refused();
    peer.fullBy()
        .forEach(
            (cause, count) ->
                ifOften(
                    count - refusedOf(cause),
                    all,
                    "handshakes were full: ",
                    cause.advice(),
                    setting(cause)));
    ifOften(
        peer.reducedClientHellosRefused(),
        all,
        "handshakes cost a second connection: ",
        "the server refused to resume with the protocol and group that it had chosen before, as"
            + " with a fleet whose servers are not alike or share no ticket keys, so that such"
            + " offers are made to it less and less; ask its operator to share ticket keys and to"
            + " configure its servers alike",
        "");
    ifOften(peer.failed(), all + failedAtOnce, "handshakes failed: ", whyFailed(), "");
    ifOften(
        peer.connectsFailed(),
        all + failedAtOnce + peer.connectsFailed(),
        "connections could not be made: ",
        "the last failure tells why; see whether the peer is up, and what is between: a firewall,"
            + " or a proxy that has to be named",
        " (" + prefix + ".proxy.host)");
  }

  /** A handshake that the server refused in the end left no session, whatever it gives out. */
  private long refusedOf(FullHandshakeCause cause) {
    return cause == FullHandshakeCause.NO_SESSION ? peer.refused() : 0;
  }

  /** As the documentation's table by symptom has it. */
  private String whyFailed() {
    String last = peer.lastFailure().map(PeerHealth::text).orElse("");
    boolean refused = REFUSED.matcher(last).find();
    String keyStore =
        "; see which it asks for, and set " + prefix + ".ssl.certificate or .key-store";
    if (last.contains("PKIX path building failed")) {
      return "the server's certificate is not trusted; set "
          + prefix
          + ".ssl.trust-certificate or .trust-store to who issued it; if that is so already, the"
          + " call may come from a client of Boot's own builders, which has the trust of Boot's"
          + " bundle alone (spring.http.client.ssl.bundle, from Boot 4 spring.http.clients.ssl.bundle)";
    }
    if (last.contains("validity check failed")) {
      return "the server's certificate, or one of those that it is issued by, has expired or is not"
          + " valid yet; its operator must renew it, unless the clock of this machine is wrong";
    }
    if (last.contains("signature check failed")) {
      return "the trust store has a certificate of the issuer's name, but with another key; set "
          + prefix
          + ".ssl.trust-certificate or .trust-store to the issuer's present one";
    }
    if (last.contains("Unsupported or unrecognized SSL message")) {
      return "what answers there speaks no TLS; see whether the port is the one for https";
    }
    if (OTHER_HOST.matcher(last).find()) {
      return "the server's certificate is of another host; call the host by a name that it has";
    }
    if (EXPIRED.matcher(last).find()) {
      return "the server refused the client's certificate since it has expired; set "
          + prefix
          + ".ssl.certificate or .key-store to a new one";
    }
    if (CLIENT_CERTIFICATE.matcher(last).find() || (refused && peer.refused() > 0)) {
      return "the server refused the client's certificate, or wants one" + keyStore;
    }
    if (refused) {
      return "the server refused the client's certificate, or wants one"
          + keyStore
          + ", or it has no protocol or cipher suite in common with this client";
    }
    return "the last failure, here and in the exceptions of the calls, tells why";
  }

  private String setting(FullHandshakeCause cause) {
    return cause == FullHandshakeCause.NO_LANE ? ", set by a TlsSettingsCustomizer bean" : "";
  }

  private void closes() {
    long all = peer.closes().values().stream().mapToLong(Long::longValue).sum();
    peer.closes()
        .forEach(
            (outcome, count) ->
                ifOften(
                    outcome == CloseOutcome.ABORTED ? count - peer.refused() : count,
                    all,
                    "closes: ",
                    outcome.advice(),
                    ""));
    long expired = peer.preconnections().get(PreconnectionOutcome.EXPIRED);
    long kept = peer.closes().get(CloseOutcome.LOCAL) - expired;
    if (peer.reuses() * SELDOM < kept) {
      ifOften(
          kept,
          all,
          "connections were kept open by the peer and closed unused: ",
          "each call costs a handshake all the same, since calls come further apart than"
              + " connections are kept, or since something, such as a customizer, gives them a"
              + " state",
          " (" + prefix + ".pool.max-idle-time)");
    }
  }

  private void ifOften(long count, long all, String what, String why, String setting) {
    if (!why.isEmpty() && count > 1 && count * SELDOM >= all) {
      advice.add(count + " of " + all + " " + what + why + setting + ".");
    }
  }
}
