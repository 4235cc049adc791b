package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.SSLSession;

/**
 * What is known of a lane's engines, which report nothing themselves. Used under the lock of its
 * {@link EngineLanes}.
 */
final class LaneEngines {

  final Set<ByteBuffer> reserved = new HashSet<>();

  /** How many full handshakes have not been attributed to a claim yet. */
  int full;

  /** Whether several engines have this lane, since the settings allow no more lanes. */
  boolean crowded;

  FullHandshakeCause ifFull = FullHandshakeCause.FIRST;

  /** Reserves a single-use ticket for an engine. Returns null if none is left. */
  ByteBuffer reserve(TicketCache cache) {
    for (ByteBuffer id : cache.tickets()) {
      SSLSession session = cache.session(id);
      if (session != null && TicketCache.isSingleUse(session) && reserved.add(id)) {
        return id;
      }
    }
    return null;
  }
}
