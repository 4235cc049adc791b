package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientListeners;
import dev.reprise.tls.ConnectFailed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsListener;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** What happened last with each peer, for the endpoint and the health indicators. Thread-safe. */
final class PeerHistory implements ClientListeners {

  /** One failure may be chance; so many in a row are not. */
  private static final int LASTING = 3;

  private static final int MAX_PEERS = 1000;
  private static final int LONGEST_TEXT = 500;

  private final Map<String, Map<Peer, Last>> clients = new ConcurrentHashMap<>();
  private final Duration age;
  private final Clock clock;

  /** Failures longer ago than {@code age} say nothing of the peer's health any more. */
  PeerHistory(Duration age, Clock clock) {
    this.age = age;
    this.clock = clock;
  }

  @Override
  public TlsListener of(String client) {
    Map<Peer, Last> peers = clients.computeIfAbsent(client, name -> new ConcurrentHashMap<>());
    return new TlsListener() {
      @Override
      public void handshakeCompleted(HandshakeCompleted event) {
        Last last = last(event.peer());
        if (last != null) {
          last.handshake = event.handshake();
          last.inRow = 0;
        }
      }

      @Override
      public void handshakeFailed(HandshakeFailed event) {
        failed(event.peer(), event.cause());
      }

      @Override
      public void connectFailed(ConnectFailed event) {
        failed(event.peer(), event.cause());
      }

      private void failed(Peer peer, IOException cause) {
        Last last = last(peer);
        if (last != null) {
          last.failed(cause, clock.instant());
        }
      }

      /** Null for peers past as many as are kept. */
      private Last last(Peer peer) {
        Last known = peers.get(peer);
        return known != null || peers.size() >= MAX_PEERS
            ? known
            : peers.computeIfAbsent(peer, key -> new Last());
      }
    };
  }

  /** By client and peer, what the latest failure was; empty if all is well. */
  Map<String, String> lasting() {
    Instant since = clock.instant().minus(age);
    Map<String, String> lasting = new TreeMap<>();
    clients.forEach(
        (client, peers) ->
            peers.forEach(
                (peer, last) -> {
                  int inRow = last.inRow;
                  if (inRow >= LASTING && last.failure.at.isAfter(since)) {
                    lasting.put(
                        client + " " + peer,
                        inRow + " connections in a row failed, the last with " + last.failure.text);
                  }
                }));
    return lasting;
  }

  /** What the endpoint tells of a peer's last handshake and last failure; empty for none. */
  Map<String, Object> describe(String client, Peer peer) {
    Map<String, Object> description = new LinkedHashMap<>();
    Last last = clients.getOrDefault(client, Map.of()).get(peer);
    if (last != null && last.handshake != null) {
      description.put("protocol", last.handshake.protocol());
      description.put("cipherSuite", last.handshake.cipherSuite());
    }
    if (last != null && last.failure != null) {
      Failure failure = last.failure;
      description.put(
          "lastFailure",
          Map.of("at", failure.at.toString(), "cause", failure.cause, "text", failure.text));
    }
    return description;
  }

  private static final class Last {

    volatile Handshake handshake;
    volatile Failure failure;
    volatile int inRow;

    synchronized void failed(IOException cause, Instant at) {
      failure = new Failure(cause, at);
      inRow++;
    }
  }

  private static final class Failure {

    final String cause;
    final String text;
    final Instant at;

    Failure(IOException cause, Instant at) {
      this.cause = FailureCause.of(cause);
      String whole = cause.toString();
      this.text = whole.length() > LONGEST_TEXT ? whole.substring(0, LONGEST_TEXT) + "…" : whole;
      this.at = at;
    }
  }
}
