package dev.reprise.benchmarks;

import dev.reprise.subject.Conversation;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.DistanceProxy;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * The server, in a process of its own: answers each POST with a SOAP message of some 250 bytes and
 * {@code Connection: close}, or keeps the connection alive, near or at a distance. Tells where, and
 * ends with its input.
 */
final class Server {

  private static final String ANSWER =
      "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<SOAP-ENV:Header/><SOAP-ENV:Body><quote xmlns=\"https://reprise.dev/quotes\">"
          + "<premium>123.45</premium></quote></SOAP-ENV:Body></SOAP-ENV:Envelope>";

  private Server() {}

  /** Runs it: the file for the authority's certificate, and the round trip in milliseconds. */
  public static void main(String[] args) {
    Conversation.hold(
        lab -> {
          lab.tell(start(Path.of(args[0]), Duration.ofMillis(Long.parseLong(args[1]))));
          lab.next(Object.class);
        });
  }

  private static Properties start(Path authority, Duration roundTrip) throws Exception {
    Certificates certificates = new Certificates();
    Files.writeString(authority, certificates.authorityPem());
    Properties where = new Properties();
    for (String tls : new String[] {"TLSv1.3", "TLSv1.2"}) {
      for (boolean kept : new boolean[] {false, true}) {
        TlsPeer peer = TlsPeer.start(certificates, tls);
        peer.misbehave(kept ? Fault.KEEP_ALIVE : Fault.NONE);
        Answer answer = Answer.ok(ANSWER).with("Content-Type", "text/xml; charset=utf-8");
        peer.answer(request -> answer);
        DistanceProxy distant = new DistanceProxy(peer.port(), roundTrip);
        where.setProperty(key(tls, kept, false), String.valueOf(peer.port()));
        where.setProperty(key(tls, kept, true), String.valueOf(distant.port()));
      }
    }
    return where;
  }

  static String key(String tls, boolean kept, boolean distant) {
    return tls + (kept ? ".kept" : ".closing") + (distant ? ".distant" : "");
  }
}
