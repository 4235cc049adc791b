package dev.reprise.lab.matrix.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Several nginx under one name.
 *
 * @param sharedKeys whether they take each other's sessions
 * @param balance how HAProxy chooses a member for each TCP connection; null if each has an address
 *     of its own, which the name resolves to in turn
 */
record Fleet(String name, String title, boolean sharedKeys, String balance) implements ServerKind {

  /** What nginx takes for AES-256 with SHA-256. */
  private static final int TICKET_KEY_BYTES = 80;

  private static final List<String> ADDRESSES = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3");
  private static final ServerKind NGINX = Nginx.kind();
  private static final ServerKind HAPROXY = HaProxy.kind();

  /** All configurations. */
  static List<Fleet> all() {
    return List.of(
        new Fleet("fleet-shared-keys", "two nginx in turn, ticket keys shared", true, "roundrobin"),
        new Fleet(
            "fleet-own-keys", "two nginx in turn, each its own ticket keys", false, "roundrobin"),
        new Fleet(
            "fleet-random", "two nginx at random, each its own ticket keys", false, "random(1)"),
        new Fleet(
            "fleet-addresses", "three nginx, each its own address and ticket keys", false, null));
  }

  @Override
  public String version() {
    return balance == null
        ? NGINX.version()
        : NGINX.version() + " behind HAProxy " + HAPROXY.version();
  }

  @Override
  public Optional<String> missing() {
    return balance == null ? NGINX.missing() : NGINX.missing().or(HAPROXY::missing);
  }

  /** It takes some refused tickets to find out how members are chosen. */
  @Override
  public int calls(int threads) {
    return Math.max(300, 40 * threads);
  }

  /** With fewer calls, who has more full handshakes is chance. */
  @Override
  public int fewCalls(int threads) {
    return calls(threads);
  }

  @Override
  public RunningServer start(ServerSite site) throws IOException {
    List<RunningServer> members = new ArrayList<>();
    try {
      return balance == null ? atAddresses(site, members) : behindOne(site, members);
    } catch (IOException | RuntimeException e) {
      members.forEach(RunningServer::close);
      throw e;
    }
  }

  private static RunningServer atAddresses(ServerSite site, List<RunningServer> members)
      throws IOException {
    int port = ServerSite.freePort();
    for (String address : ADDRESSES) {
      members.add(Nginx.start(site.member(address), address, port, Optional.empty()));
    }
    return serve(members.get(0), ADDRESSES, members, members);
  }

  private RunningServer behindOne(ServerSite site, List<RunningServer> members) throws IOException {
    List<Integer> ports = new ArrayList<>();
    Optional<Path> key = sharedKeys ? Optional.of(ticketKey(site)) : Optional.empty();
    for (String name : List.of("one", "two")) {
      int port = ServerSite.freePort();
      members.add(Nginx.start(site.member(name), "127.0.0.1", port, key));
      ports.add(port);
    }
    RunningServer front = HaProxy.startSpreading(site, ServerSite.freePort(), ports, balance);
    List<RunningServer> processes = new ArrayList<>(List.of(front));
    processes.addAll(members);
    RunningServer fleet = serve(front, List.of(), processes, members);
    // Each member was greeted, and one of them again through the front.
    fleet.view(members.size() + 1);
    return fleet;
  }

  private static RunningServer serve(
      RunningServer front,
      List<String> addresses,
      List<RunningServer> processes,
      List<RunningServer> members) {
    Supplier<ServerView> views =
        () ->
            members.stream()
                .map(member -> member.view(0).orElseThrow())
                .reduce(new ServerView(0, 0), ServerView::plus);
    return new RunningServer(
        front.url(),
        front.method(),
        front.authority(),
        addresses,
        List.copyOf(processes),
        Optional.of(views),
        () -> complaints(members));
  }

  private static Map<String, Long> complaints(List<RunningServer> members) {
    Map<String, Long> all = new TreeMap<>();
    members.forEach(
        member -> member.complaints().forEach((line, count) -> all.merge(line, count, Long::sum)));
    return all;
  }

  private static Path ticketKey(ServerSite site) throws IOException {
    byte[] key = new byte[TICKET_KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return Files.write(site.file("ticket.key"), key);
  }
}
