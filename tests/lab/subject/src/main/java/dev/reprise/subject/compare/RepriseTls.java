package dev.reprise.subject.compare;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.SpareOutcome;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/** Reprise in its default settings, perhaps with spares, and what it counts. */
final class RepriseTls {

  private static final int SPARES = 16;

  /** More than are ever called. */
  private static final int PEERS = 2000;

  private final TlsStatistics statistics = new TlsStatistics();
  private final TlsSettings tls;
  private ResumingSslSocketFactory sockets;

  RepriseTls(ClientSettings settings, boolean withSpares) {
    tls =
        TlsSettings.builder()
            .trustManagers(settings.trustManager())
            .maxSparesPerPeer(withSpares ? SPARES : 0)
            .maxPeers(PEERS)
            .addListener(statistics)
            .build();
  }

  TlsSettings settings() {
    return tls;
  }

  /** For clients that make their TLS by themselves. */
  SSLContext sslContext() {
    return new ResumingSslContext(tls);
  }

  SSLSocketFactory socketFactory() {
    sockets = new ResumingSslSocketFactory(tls);
    return sockets;
  }

  /** That this factory's lanes are counted, which another made of the settings. */
  void uses(ResumingSslSocketFactory factory) {
    sockets = factory;
  }

  /** The client, with the counts of this. */
  ComparedClient counted(ComparedClient client) {
    return new ComparedClient() {
      @Override
      public void exchange(int worker) throws Exception {
        client.exchange(worker);
      }

      @Override
      public Map<String, Long> ownCounts() {
        return counts();
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }

  private Map<String, Long> counts() {
    PeerStatistics total = statistics.total();
    Map<String, Long> counts = new TreeMap<>();
    counts.put("full", total.full());
    counts.put("resumed", total.resumed());
    counts.put("failed", total.failed());
    if (sockets != null) {
      counts.put("lanes", (long) sockets.laneCounts().live());
    }
    for (Map.Entry<CloseOutcome, Long> close : total.closes().entrySet()) {
      counts.put("close." + close.getKey().name().toLowerCase(Locale.ROOT), close.getValue());
    }
    counts.put("spares.opened", total.sparesOpened());
    for (Map.Entry<SpareOutcome, Long> spares : total.spares().entrySet()) {
      counts.put("spares." + spares.getKey().name().toLowerCase(Locale.ROOT), spares.getValue());
    }
    return counts;
  }
}
