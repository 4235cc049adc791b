package dev.reprise.matrix.server;

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

/** Two nginx behind one address: HAProxy gives each the next TCP connection in turn. */
record Fleet(boolean sharedKeys) implements ServerKind {

  /** What nginx takes for AES-256 with SHA-256. */
  private static final int TICKET_KEY_BYTES = 80;

  private static final Nginx NGINX = new Nginx();
  private static final HaProxy HAPROXY = new HaProxy();

  @Override
  public String name() {
    return sharedKeys ? "fleet-shared-keys" : "fleet-own-keys";
  }

  @Override
  public String title() {
    return "two nginx in turn, " + (sharedKeys ? "ticket keys shared" : "each its own ticket keys");
  }

  @Override
  public String version() {
    return NGINX.version() + " behind HAProxy " + HAPROXY.version();
  }

  @Override
  public Optional<String> missing() {
    return NGINX.missing().or(HAPROXY::missing);
  }

  @Override
  public RunningServer start(ServerSite site) throws IOException {
    List<RunningServer> members = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    Optional<Path> key = sharedKeys ? Optional.of(ticketKey(site)) : Optional.empty();
    try {
      for (String name : List.of("one", "two")) {
        int port = ServerSite.freePort();
        members.add(Nginx.start(site.member(name), port, key));
        ports.add(port);
      }
      RunningServer fleet =
          serve(HaProxy.startSpreading(site, ServerSite.freePort(), ports), members);
      // Each member was greeted, and one of them again through the front.
      fleet.view(members.size() + 1);
      return fleet;
    } catch (IOException | RuntimeException e) {
      members.forEach(RunningServer::close);
      throw e;
    }
  }

  private static RunningServer serve(RunningServer front, List<RunningServer> members) {
    List<AutoCloseable> processes = new ArrayList<>(List.of(front));
    processes.addAll(members);
    Supplier<ServerView> views =
        () ->
            members.stream()
                .map(member -> member.view(0).orElseThrow())
                .reduce(new ServerView(0, 0), ServerView::plus);
    return new RunningServer(
        front.url(),
        front.method(),
        front.authority(),
        processes,
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
