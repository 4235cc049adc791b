package dev.reprise.tls;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The close of a connection, written when it has ended. */
@Name("dev.reprise.TlsClose")
@Label("TLS Close")
@Category({"Reprise", "TLS"})
@Description("The close of a TLS connection of a client")
@StackTrace(false)
final class TlsCloseEvent extends Event {

  @Label("Peer Host")
  String peerHost;

  @Label("Peer Port")
  int peerPort;

  @Label("Outcome")
  @Description("How the connection ended: CLOSE_NOTIFY, EOF, WAIT_EXPIRED, RESET, ABORTED and such")
  String outcome;

  @Label("Close Time")
  @Description("How long the close held its caller")
  @Timespan
  long closeTime;

  void closed(ConnectionClosed closed) {
    peerHost = closed.peer().host();
    peerPort = closed.peer().port();
    outcome = closed.outcome().name();
    closeTime = closed.duration().toNanos();
  }
}
