package dev.reprise.probe.wire;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives out random bytes as good as any, and remembers them: JSSE draws the keys of its key
 * exchange from the SecureRandom of its SSLContext, so that the probe can read what its own
 * connection got.
 */
public final class RememberingRandom extends SecureRandom {

  private static final long serialVersionUID = 1;

  /** A handshake draws some dozens of times. */
  private static final int MOST = 1000;

  private final transient SecureRandom source = new SecureRandom();
  private final transient List<byte[]> given = new ArrayList<>();

  @Override
  public void nextBytes(byte[] bytes) {
    source.nextBytes(bytes);
    synchronized (given) {
      if (given.size() < MOST) {
        given.add(bytes.clone());
      }
    }
  }

  List<byte[]> given() {
    synchronized (given) {
      return new ArrayList<>(given);
    }
  }
}
