package dev.reprise.tls;

import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs under {@code dev.reprise.tls}: a line when a lasting problem of a peer begins and one when
 * it ends, and at debug level a line for each connection, when it is closed, and for each handshake
 * that failed or offer that was refused. Thread-safe.
 */
final class LoggingListener implements TlsListener {

  private static final System.Logger LOG = System.getLogger("dev.reprise.tls");
  private static final int MAX_PEERS = 1000;

  private final Map<Peer, PeerProblems> peers = new ConcurrentHashMap<>();

  @Override
  public void handshakeCompleted(HandshakeCompleted event) {
    PeerProblems problems = of(event.peer());
    if (problems != null) {
      problems.handshake(event.handshake().fullCause());
    }
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    LOG.log(Level.DEBUG, event);
  }

  @Override
  public void offerRefused(OfferRefused event) {
    LOG.log(Level.DEBUG, event);
  }

  @Override
  public void closed(ConnectionClosed event) {
    LOG.log(Level.DEBUG, event);
    PeerProblems problems = of(event.peer());
    if (problems != null) {
      problems.closed(event.outcome());
    }
  }

  /** Null for peers past as many as are watched. */
  private PeerProblems of(Peer peer) {
    PeerProblems known = peers.get(peer);
    return known != null || peers.size() >= MAX_PEERS
        ? known
        : peers.computeIfAbsent(peer, PeerProblems::new);
  }

  private static final class PeerProblems {

    private static final Map<FullHandshakeCause, String> WHY =
        new EnumMap<>(FullHandshakeCause.class);

    static {
      WHY.put(
          FullHandshakeCause.NO_SESSION,
          "it leaves no session or ticket to resume; ask its operator for session tickets or"
              + " session ids");
      WHY.put(
          FullHandshakeCause.NOT_ACCEPTED,
          "it does not accept the session offered, as with a fleet without shared ticket keys or"
              + " after restarts; ask its operator to share ticket keys");
      WHY.put(
          FullHandshakeCause.NO_LANE,
          "more connections are open at a time than there are lanes; raise maxLanesPerPeer");
    }

    private final Peer peer;
    private final Map<FullHandshakeCause, LastingProblem> full =
        new EnumMap<>(FullHandshakeCause.class);
    private final LastingProblem waiting = new LastingProblem();

    PeerProblems(Peer peer) {
      this.peer = peer;
      WHY.keySet().forEach(cause -> full.put(cause, new LastingProblem()));
    }

    void handshake(FullHandshakeCause cause) {
      if (cause == FullHandshakeCause.FIRST || cause == FullHandshakeCause.RENEGOTIATION) {
        return;
      }
      full.forEach(
          (each, problem) -> {
            switch (each == cause ? problem.seen() : problem.notSeen()) {
              case BEGUN:
                LOG.log(
                    Level.WARNING,
                    "{0}: handshakes are full ones again and again: {1}",
                    peer,
                    WHY.get(each));
                break;
              case ENDED:
                LOG.log(Level.INFO, "{0}: handshakes are resumed again", peer);
                break;
              default:
            }
          });
    }

    void closed(CloseOutcome outcome) {
      if (outcome == CloseOutcome.ABORTED || outcome == CloseOutcome.LOCAL) {
        return;
      }
      switch (outcome == CloseOutcome.WAIT_EXPIRED ? waiting.seen() : waiting.notSeen()) {
        case BEGUN:
          LOG.log(
              Level.WARNING,
              "{0}: does not close after its responses: the close wait is spent again and again,"
                  + " and shortened; ask its operator to close after Connection: close",
              peer);
          break;
        case ENDED:
          LOG.log(Level.INFO, "{0}: closes in time again", peer);
          break;
        default:
      }
    }
  }
}
