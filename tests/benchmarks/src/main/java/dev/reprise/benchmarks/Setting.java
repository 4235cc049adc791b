package dev.reprise.benchmarks;

import dev.reprise.subject.CryptoProvider;

/**
 * Under what clients are compared.
 *
 * @param paced whether the calls were paced, over a distance; otherwise in a closed loop, without
 *     one, by so many threads
 */
record Setting(String tls, CryptoProvider provider, int threads, boolean paced) {
  /** In words, without what the loops have in common. */
  String describe() {
    return tls.replace("v", " ")
        + (paced ? "" : ", " + threads + (threads == 1 ? " thread" : " threads"))
        + (provider == CryptoProvider.JSSE ? "" : ", " + provider);
  }
}
