package dev.reprise.lab.matrix;

import dev.reprise.lab.matrix.server.KeyType;
import dev.reprise.lab.matrix.server.ServerView;
import dev.reprise.lab.matrix.server.TlsVersion;
import dev.reprise.subject.CryptoProvider;
import java.util.Map;
import java.util.Set;

/** Cells and measurements for tests. */
final class Samples {

  private Samples() {}

  static Cell cell(String server, TlsVersion tls, String jdk) {
    return new Cell(
        Part.SERVERS, server, tls, KeyType.EC, jdk, "4.4.16", CryptoProvider.JSSE, 4, 40);
  }

  /** All 40 requests answered, so many handshakes full. */
  static Measured answered(long full) {
    return answered(full, "TLSv1.3", 0, new ServerView(full, 40 - full));
  }

  /** The same, of which the listener was told otherwise. */
  static Measured answered(long full, long told) {
    return answered(full, told, "TLSv1.3", 0, new ServerView(full, 40 - full), null);
  }

  static Measured answered(long full, String tls, long threadsStarted, ServerView view) {
    return answered(full, full, tls, threadsStarted, view, null);
  }

  /** All answered, and a certificate for another host refused or not. */
  static Measured refusing(long full, boolean refusesAnother) {
    return answered(full, full, "TLSv1.3", 0, new ServerView(full, 40 - full), refusesAnother);
  }

  private static Measured answered(
      long full,
      long told,
      String tls,
      long threadsStarted,
      ServerView view,
      Boolean refusesAnother) {
    return new Measured(
        40,
        0,
        null,
        1,
        full,
        Map.of("full", told, "resumed", 40 - told),
        Map.of("close_notify", 40L),
        Set.of(tls),
        threadsStarted,
        10,
        view,
        refusesAnother,
        Map.of());
  }
}
