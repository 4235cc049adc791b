package dev.reprise.subject.faults;

import dev.reprise.subject.Conversation;
import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The lab's server, which is told how to misbehave. Thread-safe. */
final class PeerControl {

  final String url;
  final byte[] authority;
  private final Conversation lab;

  PeerControl(Conversation lab, FaultsMain.FaultsRequest request) {
    this.lab = lab;
    url = request.url;
    authority = request.authority.getBytes(StandardCharsets.US_ASCII);
  }

  private synchronized int ask(Fault fault, boolean lettingGo) throws IOException {
    FaultsMain.FaultsReply question = new FaultsMain.FaultsReply();
    question.fault = fault;
    question.lettingGo = lettingGo;
    lab.tell(question);
    return lab.next(Integer.class);
  }

  /** From now on; connections that it holds are let go. */
  void misbehave(Fault fault) throws IOException {
    ask(fault, true);
  }

  /** From now on; connections that are open go on as they were. */
  void misbehaveFromNow(Fault fault) throws IOException {
    ask(fault, false);
  }

  /** How many connections have come to the point at which the server does nothing more. */
  int stuck() throws IOException {
    return ask(null, false);
  }
}
