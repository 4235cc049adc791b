package dev.reprise.spring.actuate;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.PreconnectionOutcome;
import java.util.ArrayList;
import java.util.List;

/** Says in words what the counts of a peer mean, and what can be done about it. */
final class PeerAdvice {

  /** What happens seldom is not worth advice: less than one time in this many. */
  private static final int SELDOM = 20;

  private static final String WHY =
      "lastFailure, and the exceptions of the calls, say why."
          + " https://github.com/reprise-tls/reprise/blob/main/docs/spring-boot.md#by-symptom lists"
          + " them, with what to do. Clients of Boot's own builders trust Boot's SSL bundle, not"
          + " reprise.ssl";

  private static final String CERTIFICATE =
      "the server wants a client certificate and got none, or refused the one it got, as the alert"
          + " in lastFailure says. Calls may also go through another client than this. With TLS"
          + " 1.3 each is also counted as a full or resumed handshake. Set ";

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
    if (made.advice.isEmpty() && peer.resumed() > 0) {
      long failed = peer.failed() + peer.connectsFailed();
      made.advice.add(
          (failed == 0
                  ? "All is well: the handshakes are resumed."
                  : "The handshakes are resumed, but " + failed + " failed: see lastFailure.")
              + " HTTP status codes are not checked here.");
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
                    // One that the server refused in the end left no session, whatever it gives.
                    count - (cause == FullHandshakeCause.NO_SESSION ? peer.refused() : 0),
                    all,
                    "handshakes were full: ",
                    cause == FullHandshakeCause.NO_LANE
                        ? cause.advice() + ", set by a TlsSettingsCustomizer bean"
                        : cause.advice()));
    ifOften(
        peer.reducedClientHellosRefused(),
        all,
        "handshakes cost a second connection: ",
        "the server refused to resume with the protocol and group that it had chosen before. Ask"
            + " its operator to share ticket keys and to configure its servers alike");
    // What a peer lacks that was never reached, such as trust, the next call lacks too.
    if (peer.failed() > 1 || all == 0) {
      boolean ofCertificate =
          peer.lastFailure()
              .filter(last -> FailureCause.of(last.cause()).equals(FailureCause.CLIENT_CERTIFICATE))
              .isPresent();
      String why = ofCertificate ? CERTIFICATE + prefix + ".ssl.key-store or the bundle" : WHY;
      tell(peer.failed(), all + failedAtOnce, "handshakes failed: ", why);
    }
    ifOften(
        peer.connectsFailed(),
        all + failedAtOnce + peer.connectsFailed(),
        "connections could not be made: ",
        "lastFailure says why. Check whether the server is up, and whether calls need a proxy ("
            + prefix
            + ".proxy.host)");
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
                    outcome.advice()));
    long expired = peer.preconnections().get(PreconnectionOutcome.EXPIRED);
    long kept = peer.closes().get(CloseOutcome.LOCAL) - expired;
    if (peer.reuses() * SELDOM < kept) {
      ifOften(
          kept,
          all,
          "connections were kept open by the peer and closed unused: ",
          "the pause between calls is longer than connections are kept, or each connection"
              + " belongs to one user, as after an NTLM login. Keep connections for longer ("
              + prefix
              + ".pool.max-idle-time)");
    }
  }

  private void ifOften(long count, long all, String what, String why) {
    if (count > 1) {
      tell(count, all, what, why);
    }
  }

  private void tell(long count, long all, String what, String why) {
    if (!why.isEmpty() && count > 0 && count * SELDOM >= all) {
      advice.add(count + " of " + all + " " + what + why + ".");
    }
  }
}
