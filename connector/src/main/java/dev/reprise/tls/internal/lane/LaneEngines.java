package dev.reprise.tls.internal.lane;

import dev.reprise.tls.FullHandshakeCause;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import javax.net.ssl.SSLSession;

/**
 * What is known of the engines that a lane was given to, since they report nothing. Used under the
 * lock of its {@link EngineLanes}.
 */
final class LaneEngines {

  final Set<ByteBuffer> reserved = new HashSet<>();

  /** Full handshakes that could not be attributed to one engine. */
  int full;

  /** Whether it is given to several engines, since the settings allow no more lanes. */
  boolean crowded;

  FullHandshakeCause ifFull = FullHandshakeCause.FIRST;

  /** Reserves a ticket for an engine. Returns null if there is none, or if it serves many. */
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
