package dev.reprise.tls;

import java.time.Duration;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A handshake, written when it has ended. */
@Name("dev.reprise.TlsHandshake")
@Label("TLS Handshake")
@Category({"Reprise", "TLS"})
@Description("A TLS handshake of a client: resumed, full or failed")
@StackTrace(false)
final class TlsHandshakeEvent extends Event {

  @Label("Peer Host")
  String peerHost;

  @Label("Peer Port")
  int peerPort;

  @Label("Outcome")
  @Description("RESUMED, FULL or FAILED")
  String outcome;

  @Label("Cause")
  @Description("Why the handshake was a full one, or failed")
  String cause;

  @Label("Protocol Version")
  String protocolVersion;

  @Label("Cipher Suite")
  String cipherSuite;

  @Label("Handshake Time")
  @Timespan
  long handshakeTime;

  void completed(HandshakeCompleted completed) {
    Handshake handshake = completed.handshake();
    outcome = handshake.resumed() ? "RESUMED" : "FULL";
    cause = handshake.resumed() ? null : handshake.fullCause().name();
    protocolVersion = handshake.protocol();
    cipherSuite = handshake.cipherSuite();
    with(completed.peer(), handshake.duration());
  }

  void failed(HandshakeFailed failed) {
    outcome = "FAILED";
    cause = failed.cause().toString();
    with(failed.peer(), failed.duration());
  }

  private void with(Peer peer, Duration duration) {
    peerHost = peer.host();
    peerPort = peer.port();
    handshakeTime = duration.toNanos();
  }
}
