package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.reprise.lab.matrix.server.KeyType;
import dev.reprise.lab.matrix.server.TlsVersion;
import dev.reprise.subject.CryptoProvider;

/**
 * The conditions of one comparison of Reprise with the stock client.
 *
 * @param server the server's name
 * @param jdk the name of the client's Java
 * @param httpCore the version of the client's HttpCore
 * @param provider whose TLS and cryptography both clients use
 * @param threads how many threads call at a time
 * @param requests how many requests are made in all, with the {@link #WARM_UP}
 */
@JsonPropertyOrder({
  "part",
  "server",
  "tls",
  "key",
  "jdk",
  "httpCore",
  "provider",
  "threads",
  "requests"
})
record Cell(
    Part part,
    String server,
    TlsVersion tls,
    KeyType key,
    String jdk,
    String httpCore,
    CryptoProvider provider,
    int threads,
    int requests) {

  /** So many calls are made in sequence before the threads begin. */
  static final int WARM_UP = 2;

  /** Records from before other providers were met tell none. */
  Cell {
    provider = provider == null ? CryptoProvider.JSSE : provider;
  }

  /** One line, for progress and complaints. */
  String describe() {
    return "%s, %s, %s key, JDK %s, HttpCore %s, %s, %d %s"
        .formatted(
            server,
            tls.label(),
            key.label(),
            jdk,
            httpCore,
            provider.label(),
            threads,
            threads == 1 ? "thread" : "threads");
  }
}
