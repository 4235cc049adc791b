package dev.reprise.benchmarks;

import dev.reprise.subject.CryptoProvider;
import java.util.Objects;

/** Under what clients are compared. Immutable. */
final class Setting {

  final String tls;
  final CryptoProvider provider;
  final int threads;

  /** Whether the calls were paced, over a distance; otherwise in a closed loop, without one. */
  final boolean paced;

  Setting(String tls, CryptoProvider provider, int threads, boolean paced) {
    this.tls = tls;
    this.provider = provider;
    this.threads = threads;
    this.paced = paced;
  }

  /** In words, without what the loops have in common. */
  String describe() {
    return tls.replace("v", " ")
        + (paced ? "" : ", " + threads + (threads == 1 ? " thread" : " threads"))
        + (provider == CryptoProvider.JSSE ? "" : ", " + provider);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Setting
        && describe().equals(((Setting) other).describe())
        && paced == ((Setting) other).paced;
  }

  @Override
  public int hashCode() {
    return Objects.hash(describe(), paced);
  }
}
