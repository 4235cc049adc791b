package dev.reprise.subject.faults;

import dev.reprise.subject.Conversation;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.LeftOvers;
import java.util.List;
import java.util.Map;

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

  /** Which faults to meet by which clients. */
  public static final class FaultsRequest {
    public String url;

    /** The PEM text of the authority to trust. */
    public String authority;

    public String protocol;

    /** The faults by client, of {@code stock}, {@code reprise} and {@code with preconnect}. */
    public Map<String, List<FaultCase>> plan;

    public int tries;

    /** Connect and read timeout of each call. */
    public int timeoutMillis;
  }

  /**
   * What a JVM has found; or, without a cell, what the server is to do, which is answered by how
   * many of its connections are stuck.
   */
  public static final class FaultsReply {
    public Cell cell;

    /** What is wrong from now on; null to leave that as it is. */
    public Fault fault;

    /** Whether the connections that there are end. */
    public boolean lettingGo;
  }
}
