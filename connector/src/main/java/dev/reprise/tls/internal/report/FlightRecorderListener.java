package dev.reprise.tls.internal.report;

import dev.reprise.tls.ConnectFailed;
import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.HandshakeFailed;
import dev.reprise.tls.PreconnectionEnded;
import dev.reprise.tls.ReducedClientHelloRefused;
import dev.reprise.tls.TlsEvent;
import dev.reprise.tls.TlsListener;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Makes events for Java Flight Recorder. Loaded only if the module {@code jdk.jfr} is present. The
 * event classes are loaded when a recording is first made in this JVM.
 */
public final class FlightRecorderListener implements TlsListener {

  @Override
  public void handshakeCompleted(Handshake handshake) {
    if (FlightRecorder.isInitialized()) {
      HandshakeEvent event = new HandshakeEvent();
      event.protocolVersion = handshake.protocol();
      event.cipherSuite = handshake.cipherSuite();
      String outcome = handshake.resumed() ? "RESUMED" : "FULL";
      event.write(handshake, outcome, handshake.fullCause());
    }
  }

  @Override
  public void connectFailed(ConnectFailed failed) {
    if (FlightRecorder.isInitialized()) {
      new ConnectFailedEvent().write(failed, "FAILED", failed.cause());
    }
  }

  @Override
  public void handshakeFailed(HandshakeFailed failed) {
    if (FlightRecorder.isInitialized()) {
      new HandshakeEvent().write(failed, "FAILED", failed.cause());
    }
  }

  @Override
  public void reducedClientHelloRefused(ReducedClientHelloRefused refused) {
    if (FlightRecorder.isInitialized()) {
      ReducedClientHelloRefusedEvent event = new ReducedClientHelloRefusedEvent();
      event.offer = refused.offer();
      event.write(refused, "REFUSED", refused.cause());
    }
  }

  @Override
  public void closed(ConnectionClosed closed) {
    if (FlightRecorder.isInitialized()) {
      new CloseEvent().write(closed, closed.outcome(), null);
    }
  }

  @Override
  public void preconnectionEnded(PreconnectionEnded ended) {
    if (FlightRecorder.isInitialized()) {
      Exception cause = ended.cause().orElse(null);
      new PreconnectionEvent().write(ended, ended.outcome(), cause);
    }
  }

  @Category({"Reprise", "TLS"})
  @StackTrace(false)
  private abstract static class PeerEvent extends Event {

    @Label("Peer Host")
    String peerHost;

    @Label("Peer Port")
    int peerPort;

    @Label("Outcome")
    String outcome;

    @Label("Cause")
    @Description("Why the handshake was a full one, or what failed")
    String cause;

    @Label("Time")
    @Description("How long it took; of a preconnected connection, for how long it was ready")
    @Timespan
    long time;

    final void write(TlsEvent event, Object how, Object why) {
      if (shouldCommit()) {
        peerHost = event.peer().host();
        peerPort = event.peer().port();
        outcome = how.toString();
        cause = why == null ? null : why.toString();
        time = event.duration().toNanos();
        commit();
      }
    }
  }

  @Name("dev.reprise.TlsHandshake")
  @Label("TLS Handshake")
  @Description("A TLS handshake of a client: RESUMED, FULL or FAILED")
  private static final class HandshakeEvent extends PeerEvent {

    @Label("Protocol Version")
    String protocolVersion;

    @Label("Cipher Suite")
    String cipherSuite;
  }

  @Name("dev.reprise.TlsConnectFailed")
  @Label("TLS Connect Failed")
  @Description("A TCP connection to a peer could not be made")
  private static final class ConnectFailedEvent extends PeerEvent {}

  @Name("dev.reprise.TlsReducedClientHelloRefused")
  @Label("TLS Reduced ClientHello Refused")
  @Description("A peer refused a reduced ClientHello, which cost a connection")
  private static final class ReducedClientHelloRefusedEvent extends PeerEvent {

    @Label("Offer")
    @Description("Protocol version and named group that were offered")
    String offer;
  }

  @Name("dev.reprise.TlsClose")
  @Label("TLS Close")
  @Description("How a TLS connection ended: CLOSE_NOTIFY, EOF, WAIT_EXPIRED, RESET and such")
  private static final class CloseEvent extends PeerEvent {}

  @Name("dev.reprise.TlsPreconnection")
  @Label("TLS Preconnected Connection")
  @Description("A connection opened ahead of need: USED, EXPIRED, DROPPED, ENDED_BY_PEER, FAILED")
  private static final class PreconnectionEvent extends PeerEvent {}
}
