package dev.reprise.tls;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs under {@code dev.reprise.tls}: a line when a lasting problem of a peer begins and one when
 * it ends, and at debug level a line for each handshake, when it is done or has failed, for each
 * connection that failed or is closed, and for each offer that was refused. Thread-safe. Pauses of
 * preconnected connections are told as they begin.
 */
final class LoggingListener implements TlsListener {

  private static final System.Logger LOG = System.getLogger("dev.reprise.tls");
  private static final int MAX_PEERS = 1000;

  private final Map<Peer, PeerProblems> peers = new ConcurrentHashMap<>();

  private final String prefix;

  /**
   * A listener.
   *
   * @param name what its lines begin with; empty for nothing
   */
  LoggingListener(String name) {
    prefix = name.isEmpty() ? "" : name + ", ";
  }

  private void debug(Object event) {
    LOG.log(Level.DEBUG, () -> prefix + event);
  }

  @Override
  public void connectFailed(ConnectFailed event) {
    debug(event);
  }

  @Override
  public void handshakeCompleted(HandshakeCompleted event) {
    debug(event);
    PeerProblems problems = of(event.peer());
    if (problems != null) {
      problems.handshake(event.handshake().fullCause());
    }
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    debug(event);
    PeerProblems problems = event.afterCompletion() ? of(event.peer()) : null;
    if (problems != null) {
      problems.refused(event.cause());
    }
  }

  /** A restart of the peer refuses one; a second within an hour switches them off for long. */
  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
    Level level =
        event.resumptionsNeeded() > ReducedClientHelloMemory.NEEDED_AFTER_ONE
            ? Level.INFO
            : Level.DEBUG;
    LOG.log(level, () -> prefix + event);
  }

  @Override
  public void preconnectionOpened(PreconnectionOpened event) {
    debug(event);
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded event) {
    debug(event);
  }

  /** The pause after one that could not be opened is short, and calls tell of such a peer too. */
  @Override
  public void preconnectPaused(PreconnectPaused event) {
    Level level = event.reason() == PreconnectPaused.Reason.NOT_OPENED ? Level.DEBUG : Level.INFO;
    LOG.log(level, () -> prefix + event);
  }

  @Override
  public void closed(ConnectionClosed event) {
    debug(event);
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
        : peers.computeIfAbsent(peer, key -> new PeerProblems(prefix + key));
  }

  private static final class PeerProblems {

    private final String peer;
    private final Map<FullHandshakeCause, LastingProblem> full =
        new EnumMap<>(FullHandshakeCause.class);
    private final LastingProblem waiting = new LastingProblem();
    private final LastingProblem refusals = new LastingProblem();

    PeerProblems(String peer) {
      this.peer = peer;
      for (FullHandshakeCause cause : FullHandshakeCause.values()) {
        if (!cause.advice().isEmpty()) {
          full.put(cause, new LastingProblem());
        }
      }
    }

    void handshake(FullHandshakeCause cause) {
      if (refusals.notSeen() == LastingProblem.Change.ENDED) {
        LOG.log(Level.INFO, "{0}: handshakes are refused no longer", peer);
      }
      if (cause == FullHandshakeCause.FIRST
          || cause == FullHandshakeCause.RENEGOTIATION
          || cause == FullHandshakeCause.UNKNOWN) {
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
                    each.advice() + setting(each));
                break;
              case ENDED:
                LOG.log(Level.INFO, "{0}: handshakes are resumed again", peer);
                break;
              default:
            }
          });
    }

    /** A server that refuses a handshake leaves no session: that is no lack of tickets. */
    void refused(IOException cause) {
      full.values().forEach(LastingProblem::notSeenAfterAll);
      if (refusals.seen() == LastingProblem.Change.BEGUN) {
        LOG.log(
            Level.WARNING,
            "{0}: the server refuses handshakes again and again, most likely the client''s"
                + " certificate or its absence: {1}",
            peer,
            cause);
      }
    }

    private static String setting(FullHandshakeCause cause) {
      return cause == FullHandshakeCause.NO_LANE
          ? " (maxLanesPerPeer; the starter's property lanes.max-per-peer)"
          : "";
    }

    void closed(CloseOutcome outcome) {
      if (outcome == CloseOutcome.ABORTED || outcome == CloseOutcome.LOCAL) {
        return;
      }
      switch (outcome == CloseOutcome.WAIT_EXPIRED ? waiting.seen() : waiting.notSeen()) {
        case BEGUN:
          LOG.log(
              Level.WARNING,
              "{0}: closes are not in time again and again: {1}",
              peer,
              outcome.advice());
          break;
        case ENDED:
          LOG.log(Level.INFO, "{0}: closes in time again", peer);
          break;
        default:
      }
    }
  }
}
