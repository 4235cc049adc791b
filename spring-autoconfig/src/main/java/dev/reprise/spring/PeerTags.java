package dev.reprise.spring;

import dev.reprise.tls.Peer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tag values of the peers met first, and one for all others. Thread-safe. */
final class PeerTags {

  private static final String OTHER = "other";

  private final int limit;
  private final Map<Peer, String> tags = new ConcurrentHashMap<>();

  PeerTags(int limit) {
    this.limit = limit;
  }

  String of(Peer peer) {
    String known = tags.get(peer);
    return known != null ? known : add(peer);
  }

  private synchronized String add(Peer peer) {
    String known = tags.get(peer);
    if (known != null || tags.size() >= limit) {
      return known != null ? known : OTHER;
    }
    String tag = peer.toString();
    tags.put(peer, tag);
    return tag;
  }
}
