package dev.reprise.spring.actuate;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.PeerStatistics;
import java.util.ArrayList;
import java.util.List;

/** Says in words what the counts of a peer mean, and what can be done about it. */
final class PeerAdvice {

  /** What happens seldom is not worth advice: less than one time in this many. */
  private static final int SELDOM = 20;

  private final PeerStatistics peer;
  private final String prefix;
  private final List<String> advice = new ArrayList<>();

  private PeerAdvice(PeerStatistics peer, String prefix) {
    this.peer = peer;
    this.prefix = prefix;
  }

  /**
   * Sentences; none if there is nothing to say yet.
   *
   * @param prefix what the names of the client's properties begin with
   */
  static List<String> of(PeerStatistics peer, String prefix) {
    return new PeerAdvice(peer, prefix).sentences();
  }

  private List<String> sentences() {
    handshakes();
    closes();
    if (advice.isEmpty() && peer.resumed() > 0) {
      advice.add("All is well: handshakes are resumed.");
    }
    return advice;
  }

  private void handshakes() {
    long all = peer.full() + peer.resumed();
    ifOften(
        full(FullHandshakeCause.NO_SESSION),
        all,
        "handshakes were full since the server gives no tickets: ask its operator for session"
            + " tickets or session ids.");
    ifOften(
        full(FullHandshakeCause.NOT_ACCEPTED),
        all,
        "handshakes were full although a session was offered, as with a fleet without shared ticket"
            + " keys, after a restart, or when tickets expire soon: ask the server's operator to"
            + " share ticket keys among its servers and to keep them over restarts.");
    ifOften(
        full(FullHandshakeCause.NO_LANE),
        all,
        "handshakes were full since more connections were open at a time than there are lanes:"
            + " raise "
            + prefix
            + ".lanes.max-per-peer.");
    ifOften(
        peer.offersRefused(),
        all,
        "handshakes cost a second connection, since the server refused to resume with the protocol"
            + " and group that it had chosen before, as with a fleet whose servers are not alike or"
            + " share no ticket keys: ask its operator to share ticket keys and to configure its"
            + " servers alike. Such offers are made to it less and less.");
    ifOften(
        peer.failed(),
        all + peer.failed(),
        "handshakes failed: the exceptions of the calls tell why.");
  }

  private void closes() {
    long all = peer.closes().values().stream().mapToLong(Long::longValue).sum();
    ifOften(
        closed(CloseOutcome.WAIT_EXPIRED),
        all,
        "closes found that this peer never closes, or closes late: close wait spent. It is waited"
            + " for less and less; ask its operator to close after Connection: close.");
    ifOften(
        closed(CloseOutcome.EOF),
        all,
        "connections ended without close_notify, so that a truncated response may look whole: ask"
            + " the server's operator for an orderly TLS close.");
    ifOften(
        closed(CloseOutcome.RESET),
        all,
        "connections were reset by the peer after the response: ask its operator to close them in"
            + " order.");
    ifOften(
        closed(CloseOutcome.DATA_AFTER_RESPONSE),
        all,
        "connections brought data after the response had ended, or responses that the caller did"
            + " not read to their end.");
    ifOften(
        closed(CloseOutcome.ABORTED),
        all,
        "connections were given up by the caller, after a timeout or an error.");
  }

  private void ifOften(long count, long all, String sentence) {
    if (count > 1 && count * SELDOM >= all) {
      advice.add(count + " of " + all + " " + sentence);
    }
  }

  private long full(FullHandshakeCause cause) {
    return peer.fullBy().get(cause);
  }

  private long closed(CloseOutcome outcome) {
    return peer.closes().get(outcome);
  }
}
