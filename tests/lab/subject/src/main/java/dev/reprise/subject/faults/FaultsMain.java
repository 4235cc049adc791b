package dev.reprise.subject.faults;

import dev.reprise.subject.Conversation;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.LeftOvers;

/** Takes a {@link FaultsRequest}, and gives a {@link Cell} for each fault and client. */
public final class FaultsMain {

  private static final int WARM_UP = 40;

  private FaultsMain() {}

  public static void main(String[] args) {
    Conversation.hold(lab -> run(lab, lab.next(FaultsRequest.class)));
  }

  private static void run(Conversation lab, FaultsRequest request) throws Exception {
    LeftOvers.openMarkerDescriptors();
    PeerControl peer = new PeerControl(lab, request);
    Rescue rescue = new Rescue(peer);
    for (String name : request.plan.keySet()) {
      warmUp(peer, name);
      for (FaultCase fault : request.plan.get(name)) {
        try (FaultRun run =
            new FaultRun(
                peer,
                () -> new ProbedClient(name, peer.authority),
                fault,
                request.timeoutMillis,
                rescue)) {
          FaultsReply reply = new FaultsReply();
          reply.cell = run.run(request.tries);
          reply.cell.jdk = System.getProperty("java.version");
          reply.cell.protocol = request.protocol;
          reply.cell.client = name;
          lab.tell(reply);
        }
      }
    }
  }

  private static void warmUp(PeerControl peer, String name) throws Exception {
    peer.misbehave(Fault.NONE);
    try (ProbedClient client = new ProbedClient(name, peer.authority)) {
      for (int i = 0; i < WARM_UP; i++) {
        new Call(client.client, peer.url, FaultCase.Scenario.EXCHANGE, 10_000).run();
      }
    }
  }
}
