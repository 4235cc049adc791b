package dev.reprise.spring.actuate;

import dev.reprise.spring.ClientListeners;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsListener;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The peers whose latest handshakes all failed, for the health indicators. Thread-safe. */
final class PeerFailures implements ClientListeners {

  /** One failure may be chance; so many in a row are not. */
  private static final int LASTING = 3;

  private static final int MAX_PEERS = 1000;

  private final Map<String, Map<Peer, Failures>> clients = new ConcurrentHashMap<>();

  @Override
  public TlsListener of(String client) {
    Map<Peer, Failures> peers = new ConcurrentHashMap<>();
    clients.put(client, peers);
    return new TlsListener() {
      @Override
      public void handshakeCompleted(HandshakeCompleted event) {
        if (!peers.isEmpty()) {
          peers.remove(event.peer());
        }
      }

      @Override
      public void handshakeFailed(HandshakeFailed event) {
        Peer peer = event.peer();
        if (peers.size() < MAX_PEERS || peers.containsKey(peer)) {
          peers.merge(peer, new Failures(1, event.cause()), (known, one) -> known.and(one));
        }
      }
    };
  }

  /** By client and peer, what the latest failure was; empty if all is well. */
  Map<String, String> lasting() {
    Map<String, String> lasting = new TreeMap<>();
    clients.forEach(
        (client, peers) ->
            peers.forEach(
                (peer, failures) -> {
                  if (failures.count >= LASTING) {
                    lasting.put(client + " " + peer, failures.toString());
                  }
                }));
    return lasting;
  }

  private static final class Failures {

    final int count;
    final String latest;

    Failures(int count, IOException latest) {
      this(count, latest.toString());
    }

    private Failures(int count, String latest) {
      this.count = count;
      this.latest = latest;
    }

    Failures and(Failures one) {
      return new Failures(count + one.count, one.latest);
    }

    @Override
    public String toString() {
      return count + " handshakes in a row failed, the last with " + latest;
    }
  }
}
