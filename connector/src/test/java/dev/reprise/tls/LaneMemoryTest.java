package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.TlsPeer;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;

/** What is kept for each lane does not grow with the connections made over it. */
class LaneMemoryTest extends TlsTest {

  private static final int LANES = 8;
  private static final int CALLS = 400;

  /** As many as a lane may hold tickets, the session of its full handshake, and some on the way. */
  private static final int SESSIONS_PER_LANE = 14;

  private final ResumingSslSocketFactory factory = factory();

  /** The server's sessions are none of JSSE's. */
  @Test
  void sessionsAreAsManyAsTickets() throws Exception {
    long before = sessions();
    try (TlsPeer peer =
        TlsPeer.startAt(
            Conscrypt.newProvider(),
            InetAddress.getByName("localhost"),
            0,
            certificates,
            "TLSv1.3")) {
      for (int i = 0; i < CALLS; i += LANES) {
        List<ResumingSslSocket> sockets = new ArrayList<>();
        for (int k = 0; k < LANES; k++) {
          sockets.add(connect(factory, peer.port()));
        }
        for (ResumingSslSocket socket : sockets) {
          Exchange.over(socket);
          socket.close();
        }
      }
      int lanes = factory.laneCounts().live();
      assertThat(lanes).isBetween(1, LANES);
      long most = before + (long) lanes * SESSIONS_PER_LANE;
      long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
      // Sockets that await finalization hold theirs until then.
      while (sessions() > most && System.nanoTime() < deadline) {
        System.gc();
      }
      assertThat(sessions()).isLessThanOrEqualTo(most);
    }
  }

  /** JSSE's sessions that are in use, after a collection. */
  private static long sessions() throws Exception {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    return histogram
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(row -> row.length > 3 && row[3].equals("sun.security.ssl.SSLSessionImpl"))
        .mapToLong(row -> Long.parseLong(row[1]))
        .sum();
  }
}
