package dev.reprise.tls.internal.report;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.ConnectFailed;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.FullHandshakeCause;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectPaused;
import dev.reprise.tls.PreconnectionEnded;
import dev.reprise.tls.PreconnectionOpened;
import dev.reprise.tls.ReducedClientHelloRefused;
import dev.reprise.tls.TlsListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs under {@code dev.reprise.tls}. A lasting problem of a server is a warning when it begins and
 * a line at info level when it ends. Pauses of preconnected connections, and reduced ClientHellos
 * that were refused repeatedly, are at info level too. Each handshake, failure and close is at
 * debug level. Thread-safe.
 */
public final class LoggingListener implements TlsListener {

  private static final System.Logger LOG = System.getLogger("dev.reprise.tls");
  private static final int MAX_PEERS = 1000;

  /** See {@link ReducedClientHelloRefused#resumptionsNeeded}. */
  private static final int NEEDED_AFTER_ONE = 12;

  private final Map<Peer, PeerProblems> peers = new ConcurrentHashMap<>();

  private final String prefix;

  public LoggingListener(String name) {
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
  public void handshakeCompleted(Handshake event) {
    debug(event);
    of(event.peer()).handshake(event.fullCause());
  }

  @Override
  public void handshakeFailed(HandshakeFailed event) {
    debug(event);
    if (event.afterCompletion()) {
      of(event.peer()).refused(event.cause());
    }
  }

  /** One refusal may be a restart. A second within the hour stops reduced ClientHellos for long. */
  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused event) {
    Level level = event.resumptionsNeeded() > NEEDED_AFTER_ONE ? Level.INFO : Level.DEBUG;
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

  /** After a failure to open, the pause is short, and calls show such a server too. */
  @Override
  public void preconnectPaused(PreconnectPaused event) {
    Level level = event.reason() == PreconnectPaused.Reason.NOT_OPENED ? Level.DEBUG : Level.INFO;
    LOG.log(level, () -> prefix + event);
  }

  @Override
  public void closed(ConnectionClosed event) {
    debug(event);
    of(event.peer()).closed(event.outcome());
  }

  private PeerProblems of(Peer peer) {
    PeerProblems known = peers.get(peer);
    if (known != null) {
      return known;
    }
    if (peers.size() >= MAX_PEERS) {
      peers.clear();
    }
    return peers.computeIfAbsent(peer, key -> new PeerProblems(prefix + key));
  }

  private static final class PeerProblems {

    private final Map<FullHandshakeCause, LastingProblem> full =
        new EnumMap<>(FullHandshakeCause.class);
    private final LastingProblem waiting;
    private final LastingProblem refusals;

    PeerProblems(String peer) {
      for (FullHandshakeCause cause : FullHandshakeCause.values()) {
        if (!cause.advice().isEmpty()) {
          full.put(
              cause,
              new LastingProblem(
                  peer + ": more than a fifth of the handshakes are full: " + cause.advice(),
                  peer + ": handshakes are resumed again"));
        }
      }
      waiting =
          new LastingProblem(
              peer + ": more than a fifth of the closes are late: ",
              peer + ": the server closes in time again");
      refusals =
          new LastingProblem(
              peer
                  + ": the server refuses more than a fifth of the handshakes, most likely because"
                  + " of the client certificate or because there is none: ",
              peer + ": the server no longer refuses handshakes");
    }

    void handshake(FullHandshakeCause cause) {
      refusals.note(false, "");
      if (cause != FullHandshakeCause.FIRST && cause != FullHandshakeCause.UNKNOWN) {
        LastingProblem shown = full.get(cause);
        for (LastingProblem each : full.values()) {
          each.note(each == shown, "");
        }
      }
    }

    /** A server that refuses a handshake gives no session. That is no lack of tickets. */
    void refused(IOException cause) {
      full.values().forEach(LastingProblem::notSeenAfterAll);
      refusals.note(true, cause);
    }

    void closed(CloseOutcome outcome) {
      if (outcome != CloseOutcome.ABORTED && outcome != CloseOutcome.LOCAL) {
        waiting.note(outcome == CloseOutcome.WAIT_EXPIRED, outcome.advice());
      }
    }
  }
}
