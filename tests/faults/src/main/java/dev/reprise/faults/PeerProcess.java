package dev.reprise.faults;

import dev.reprise.faults.peer.PeerMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The misbehaving server, in a JVM of its own. */
final class PeerProcess implements AutoCloseable {

  private final ChildJvm jvm;
  private final int controlPort;

  PeerProcess() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    jvm = new ChildJvm("the peer", java, List.of("-Xmx256m"), PeerMain.class, List.of());
    String line = jvm.readLine();
    if (line == null) {
      throw jvm.ended();
    }
    controlPort = Integer.parseInt(line);
  }

  int controlPort() {
    return controlPort;
  }

  @Override
  public void close() {
    jvm.close();
  }
}
