package dev.reprise.tls.internal.provider;

import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import javax.net.ssl.SSLSessionContext;

/** Reads the ids of the sessions in a cache, even if the provider fails to list them all. */
public final class SessionIds {

  private SessionIds() {}

  /**
   * Returns the ids that can be read, with JSSE in no order; none for a null context. Conscrypt
   * throws when it comes to a session that its user has invalidated.
   */
  public static List<byte[]> of(SSLSessionContext sessions) {
    List<byte[]> ids = new ArrayList<>();
    if (sessions != null) {
      try {
        Enumeration<byte[]> all = sessions.getIds();
        while (all.hasMoreElements()) {
          ids.add(all.nextElement());
        }
      } catch (RuntimeException e) {
        // The ids after it cannot be read.
      }
    }
    return ids;
  }
}
