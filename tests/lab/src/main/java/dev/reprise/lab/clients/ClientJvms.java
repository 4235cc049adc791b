package dev.reprise.lab.clients;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.clients.ClientInfo;
import dev.reprise.subject.clients.ClientReply;
import dev.reprise.subject.clients.ClientRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A JVM for each client, with the recipes on its class path. For use by one thread. */
final class ClientJvms {

  private static final Duration LIMIT = Duration.ofMinutes(6);

  private ClientJvms() {}

  static ChildJvm start(JavaRuntime runtime) {
    List<Path> path = new ArrayList<>(Installation.jars(List.of(Installation.COMMON)));
    path.addAll(Installation.clients());
    return ChildJvm.on(runtime)
        .named("a client on JDK " + runtime.name())
        .heap("256m")
        .options("-Xss512k")
        .classPath(path)
        .main("dev.reprise.clients.ClientMain")
        .start();
  }

  /** All clients that there are recipes for. */
  static List<ClientInfo> all() {
    try (ChildJvm jvm = start(JavaRuntime.own())) {
      jvm.send(new ClientRequest());
      return jvm.receive(ClientReply.class, LIMIT).clients;
    }
  }

  /** The next reply, which tells no failure. */
  static ClientReply receive(ChildJvm jvm) {
    ClientReply reply = jvm.receive(ClientReply.class, LIMIT);
    if (reply.failure != null) {
      throw new HarnessException(reply.failure);
    }
    return reply;
  }
}
