package dev.reprise.tls;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The end of a preconnected connection, used or not. */
@Name("dev.reprise.TlsPreconnection")
@Label("TLS Preconnected connection")
@Category({"Reprise", "TLS"})
@Description("A connection opened ahead of need that was used, or ended")
@StackTrace(false)
final class TlsPreconnectionEvent extends Event {

  @Label("Peer Host")
  String peerHost;

  @Label("Peer Port")
  int peerPort;

  @Label("Outcome")
  @Description("USED, EXPIRED, DROPPED, ENDED_BY_PEER or FAILED")
  String outcome;

  @Label("Cause")
  @Description("Why it could not be opened or broke")
  String cause;

  @Label("Age")
  @Description("How long it was ready")
  @Timespan
  long age;

  void ended(PreconnectionEnded ended) {
    peerHost = ended.peer().host();
    peerPort = ended.peer().port();
    outcome = ended.outcome().name();
    cause = ended.cause().map(Object::toString).orElse(null);
    age = ended.age().toNanos();
  }
}
