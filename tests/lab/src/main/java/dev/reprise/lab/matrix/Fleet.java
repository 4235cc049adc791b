package dev.reprise.lab.matrix;

import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Several nginx under one name.
 *
 * @param sharedKeys whether they take each other's sessions
 * @param balance how HAProxy chooses a member for each TCP connection; null if each has an address
 *     of its own, which the name resolves to in turn
 */
record Fleet(boolean sharedKeys, String balance) {

  /** What nginx takes for AES-256 with SHA-256. */
  private static final int TICKET_KEY_BYTES = 80;

  private static final Program NGINX = Program.ALL.get("nginx");
  private static final List<String> ADDRESSES = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3");

  static List<ServerKind> all(ServerKind nginx, ServerKind haproxy) {
    ServerKind behind =
        new ServerKind(
            "",
            "",
            Set.of(TlsVersion.values()),
            () -> nginx.missing().get().or(haproxy.missing()),
            () -> nginx.version().get() + " behind HAProxy " + haproxy.version().get(),
            true,
            null);
    return List.of(
        new Fleet(true, "roundrobin")
            .kind("shared-keys", "two nginx in turn, ticket keys shared", behind),
        new Fleet(false, "roundrobin")
            .kind("own-keys", "two nginx in turn, each its own ticket keys", behind),
        new Fleet(false, "random(1)")
            .kind("random", "two nginx at random, each its own ticket keys", behind),
        new Fleet(false, null)
            .kind("addresses", "three nginx, each its own address and ticket keys", nginx));
  }

  private ServerKind kind(String name, String title, ServerKind like) {
    return new ServerKind(
        "fleet-" + name, title, like.tls(), like.missing(), like.version(), true, this::start);
  }

  private RunningServer start(ServerSite site) throws IOException {
    List<RunningServer> members = new ArrayList<>();
    List<RunningServer> processes = new ArrayList<>();
    try {
      if (balance == null) {
        int port = ServerSite.freePort();
        for (String address : ADDRESSES) {
          members.add(NGINX.start(site.member(address), port, Map.of("address", address)));
        }
        return serve(members.get(0), ADDRESSES, members, members);
      }
      byte[] key = new byte[TICKET_KEY_BYTES];
      new SecureRandom().nextBytes(key);
      String shared = "ssl_session_ticket_key " + Files.write(site.file("ticket.key"), key) + ";";
      List<Integer> ports = List.of(ServerSite.freePort(), ServerSite.freePort());
      for (int port : ports) {
        Map<String, String> setting = Map.of("setting", sharedKeys ? shared : "");
        members.add(NGINX.start(site.member(String.valueOf(port)), port, setting));
      }
      String lines =
          ports.stream()
              .map("  server member%1$d 127.0.0.1:%1$d"::formatted)
              .collect(Collectors.joining("\n"));
      Map<String, String> spread = Map.of("balance", balance, "members", lines);
      processes.add(Program.ALL.get("fleet").start(site, ServerSite.freePort(), spread));
      processes.addAll(members);
      RunningServer fleet = serve(processes.get(0), List.of(), processes, members);
      // Each member was greeted, and one of them again through the front.
      fleet.view(members.size() + 1);
      return fleet;
    } catch (IOException | RuntimeException e) {
      members.forEach(RunningServer::close);
      throw e;
    }
  }

  private static RunningServer serve(
      RunningServer front,
      List<String> addresses,
      List<RunningServer> processes,
      List<RunningServer> members) {
    return new RunningServer(
        front.url,
        front.method,
        members.get(0).authority,
        addresses,
        processes,
        () -> {
          RunningServer.View all = new RunningServer.View(0, 0);
          for (RunningServer member : members) {
            all = all.plus(member.view(0));
          }
          return all;
        },
        () -> Measured.sum(members.stream().map(RunningServer::complaints).toList()));
  }
}
