package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.report.LoggingListener;
import java.net.ConnectException;
import java.time.Duration;
import java.util.logging.Level;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class LoggingTest extends TlsTest {

  private static final Peer PEER = Peer.of("bank.example", 443);

  private final LogRecords log = closing(new LogRecords("dev.reprise.tls", Level.FINE));
  private final LoggingListener listener = new LoggingListener("");

  @Test
  void connectionsAreLoggedAtDebugLevel() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    ResumingSslSocketFactory factory = factory(trusting().closeTimeout(Duration.ofSeconds(20)));
    Exchange.times(2, factory, peer.port());
    String name = "localhost:" + peer.port() + ": ";
    assertThat(log.lines(Level.FINE)).hasSize(4).allMatch(line -> line.startsWith(name));
    assertThat(log.lines(Level.FINE).get(0))
        .contains("TLSv1.3", "full FIRST in ")
        .doesNotContain("closed");
    assertThat(log.lines(Level.FINE).get(1))
        .contains("TLSv1.3", "full FIRST in ", " ms, closed in ", " ms, CLOSE_NOTIFY");
    assertThat(log.lines(Level.FINE).get(3))
        .contains("TLSv1.3", "resumed in ", " ms, closed in ", " ms, CLOSE_NOTIFY");
    assertThat(log.lines(Level.WARNING)).isEmpty();
  }

  @Test
  void linesBeginWithTheClientsName() throws Exception {
    ResumingSslSocketFactory factory = factory(trusting().name("bank"));
    TlsPeer peer = peer("TLSv1.3");
    int port = peer.port();
    Exchange.once(factory, port);
    peer.close();
    assertThatThrownBy(() -> Exchange.once(factory, port)).isInstanceOf(ConnectException.class);
    assertThat(log.lines(Level.FINE))
        .hasSize(3)
        .allMatch(line -> line.startsWith("bank, localhost:" + port + ": "));
    assertThat(log.lines(Level.FINE).get(2)).contains("connecting failed in ", "ConnectException");
  }

  @Test
  void tooFewLanesAreLoggedWithTheSetting() {
    for (int i = 0; i < 100; i++) {
      completed(FullHandshakeCause.NO_LANE);
    }
    assertThat(log.lines(Level.WARNING))
        .singleElement()
        .asString()
        .endsWith("Allow more lanes for a peer with maxLanesPerPeer");
  }

  @Test
  void aPeerThatDoesNotCloseIsLoggedOnce() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    // Halved at each close; after a pause of the machine as long, none would be late.
    ResumingSslSocketFactory factory = factory(trusting().closeTimeout(Duration.ofMillis(400)));
    peer.misbehave(Fault.HOLD_OPEN);
    Exchange.times(25, factory, peer.port());
    assertThat(log.lines(Level.WARNING))
        .singleElement()
        .asString()
        .startsWith(
            "localhost:"
                + peer.port()
                + ": more than a fifth of the closes are late: the server, or a proxy");
  }

  @Test
  void aPeerThatDoesNotResumeIsLoggedOnceAndWhenItDoesAgain() {
    for (int i = 0; i < 100; i++) {
      completed(FullHandshakeCause.FIRST);
    }
    assertThat(log.lines(Level.WARNING)).isEmpty();
    for (int i = 0; i < 100; i++) {
      completed(FullHandshakeCause.NOT_ACCEPTED);
      completed(null);
    }
    assertThat(log.lines(Level.WARNING))
        .singleElement()
        .asString()
        .startsWith(
            "bank.example:443: more than a fifth of the handshakes are full: the server did")
        .contains("share ticket keys within the cluster");
    assertThat(log.lines(Level.INFO)).isEmpty();
    for (int i = 0; i < 200; i++) {
      completed(null);
    }
    assertThat(log.lines(Level.INFO))
        .containsExactly("bank.example:443: handshakes are resumed again");
  }

  @Test
  void whatSwitchesTheReducedClientHelloOffForLongIsLogged() {
    for (int needed : new int[] {12, 48}) {
      listener.reducedClientHelloRefused(
          new ReducedClientHelloRefused(
              PEER, "TLSv1.2", new SSLHandshakeException("no session"), 1_000_000, needed));
    }
    assertThat(log.lines(Level.INFO))
        .containsExactly(
            "bank.example:443: the server refused a reduced ClientHello (TLSv1.2) after 1.0 ms."
                + " Full ones are sent until 48 handshakes in a row have resumed:"
                + " javax.net.ssl.SSLHandshakeException: no session");
  }

  @Test
  void whatHappensSeldomIsNotLogged() {
    for (int i = 0; i < 1000; i++) {
      completed(i % 10 == 0 ? FullHandshakeCause.NO_SESSION : null);
      listener.closed(
          new ConnectionClosed(
              handshake(null),
              i % 10 == 0 ? CloseOutcome.WAIT_EXPIRED : CloseOutcome.CLOSE_NOTIFY,
              0,
              0));
    }
    assertThat(log.lines(Level.WARNING)).isEmpty();
  }

  private static Handshake handshake(FullHandshakeCause fullCause) {
    return new Handshake(PEER, "TLSv1.3", "TLS_AES_256_GCM_SHA384", fullCause, 1_000_000);
  }

  private void completed(FullHandshakeCause fullCause) {
    listener.handshakeCompleted(handshake(fullCause));
  }
}
