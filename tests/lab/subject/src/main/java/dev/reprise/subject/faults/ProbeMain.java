package dev.reprise.subject.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.LeftOvers;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * Runs faults against one TLS version on the JDK that it is started with, and prints a line of JSON
 * for each cell. Arguments: control port of the peer, protocol, clients, faults, tries, timeout in
 * ms.
 */
public final class ProbeMain {

  private static final int WARM_UP = 40;

  private final ObjectMapper json = new ObjectMapper();
  private final PrintStream out;
  private final String protocol;
  private final int tries;
  private final int timeout;

  private ProbeMain(PrintStream out, String[] args) {
    this.out = out;
    protocol = args[1];
    tries = Integer.parseInt(args[4]);
    timeout = Integer.parseInt(args[5]);
  }

  public static void main(String[] args) {
    PrintStream out = System.out;
    System.setOut(System.err);
    int code = 0;
    try {
      new ProbeMain(out, args)
          .run(Integer.parseInt(args[0]), List.of(args[2].split(",")), List.of(args[3].split(",")));
    } catch (Exception e) {
      System.err.println(e + (e.getCause() == null ? "" : ", caused by " + e.getCause()));
      code = 1;
    }
    System.exit(code);
  }

  private void run(int controlPort, List<String> clients, List<String> faults) throws Exception {
    LeftOvers.openMarkerDescriptors();
    try (PeerControl peer = new PeerControl(controlPort, protocol)) {
      Rescue rescue = new Rescue(peer);
      for (String name : clients) {
        warmUp(peer, name);
        for (String fault : faults) {
          try (FaultRun run =
              new FaultRun(
                  peer,
                  () -> new ProbedClient(name, peer.authority()),
                  FaultCase.labelled(fault),
                  timeout,
                  rescue)) {
            print(run.run(tries), name);
          }
        }
      }
    }
  }

  private void warmUp(PeerControl peer, String name) throws Exception {
    peer.misbehave(Fault.NONE);
    try (ProbedClient client = new ProbedClient(name, peer.authority())) {
      for (int i = 0; i < WARM_UP; i++) {
        new Call(client, peer.url(), Scenario.EXCHANGE, 10_000).run();
      }
    }
  }

  private void print(Cell cell, String client) throws IOException {
    cell.jdk = System.getProperty("java.version");
    cell.protocol = protocol;
    cell.client = client;
    out.println(json.writeValueAsString(cell));
    out.flush();
  }
}
