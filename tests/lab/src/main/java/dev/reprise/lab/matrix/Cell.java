package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.reprise.lab.matrix.ServerSite.KeyType;
import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import java.util.List;
import java.util.Locale;

/**
 * The conditions of one comparison of Reprise with the stock client.
 *
 * @param server the server's name
 * @param jdk the name of the client's Java
 * @param httpCore the version of the client's HttpCore
 * @param provider whose TLS and cryptography both clients use
 * @param threads how many threads call at a time
 * @param calls how often in all, without the {@link #WARM_UP}
 */
record Cell(
    Part part,
    String server,
    TlsVersion tls,
    KeyType key,
    String jdk,
    String httpCore,
    CryptoProvider provider,
    int threads,
    int calls) {

  /** So many calls are made in sequence before the threads begin. */
  static final int WARM_UP = 2;

  enum Part {
    JDKS,
    SERVERS,
    /** Every provider of TLS and cryptography but the JDK's, with some JDKs, against one server. */
    PROVIDERS;

    @JsonValue
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  enum Verdict {
    HOLDS,
    /** It does not, for a cause in JDK or server that is known. */
    EXPLAINED,
    DIFFERS
  }

  /**
   * A cell that was run.
   *
   * @param faults what did not hold, in words
   * @param explanation the id of the explanation; null if none was needed or found
   */
  record Result(
      Cell cell,
      Measured reprise,
      Measured stock,
      Verdict verdict,
      List<String> faults,
      String explanation) {}

  int requests() {
    return WARM_UP + calls;
  }

  String describe() {
    return "%s, %s, %s key, JDK %s, HttpCore %s, %s, %d threads"
        .formatted(server, tls.label(), key, jdk, httpCore, provider, threads);
  }
}
