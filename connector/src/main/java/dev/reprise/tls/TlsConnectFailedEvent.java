package dev.reprise.tls;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A connection that could not be made, written when that is known. */
@Name("dev.reprise.TlsConnectFailed")
@Label("TLS Connect Failed")
@Category({"Reprise", "TLS"})
@Description("A TCP connection to a peer could not be made")
@StackTrace(false)
final class TlsConnectFailedEvent extends Event {

  @Label("Peer Host")
  String peerHost;

  @Label("Peer Port")
  int peerPort;

  @Label("Cause")
  @Description("What connecting failed with")
  String cause;

  @Label("Connect Time")
  @Timespan
  long connectTime;

  void failed(ConnectFailed failed) {
    peerHost = failed.peer().host();
    peerPort = failed.peer().port();
    cause = failed.cause().toString();
    connectTime = failed.duration().toNanos();
  }
}
