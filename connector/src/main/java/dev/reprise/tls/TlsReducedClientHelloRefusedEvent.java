package dev.reprise.tls;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A reduced ClientHello that was refused, written before the connection is made again. */
@Name("dev.reprise.TlsReducedClientHelloRefused")
@Label("TLS Offer Refused")
@Category({"Reprise", "TLS"})
@Description("A peer refused an offer of only what it chose before; this cost a connection")
@StackTrace(false)
final class TlsReducedClientHelloRefusedEvent extends Event {

  @Label("Peer Host")
  String peerHost;

  @Label("Peer Port")
  int peerPort;

  @Label("Offer")
  @Description("Protocol version and named group that were offered")
  String offer;

  @Label("Cause")
  @Description("What the handshake failed with")
  String cause;

  @Label("Handshake Time")
  @Timespan
  long handshakeTime;

  void refused(ReducedClientHelloRefused refused) {
    peerHost = refused.peer().host();
    peerPort = refused.peer().port();
    offer = refused.offer();
    cause = refused.cause().toString();
    handshakeTime = refused.duration().toNanos();
  }
}
