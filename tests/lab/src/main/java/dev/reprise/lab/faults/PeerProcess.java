package dev.reprise.lab.faults;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.ClassPath;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.faults.peer.PeerMain;
import java.time.Duration;

/** The misbehaving server, in a JVM of its own. */
public final class PeerProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final int controlPort;

  /** Starts it. */
  public PeerProcess() {
    process =
        ChildProcess.start(
            "the peer",
            ChildJvm.on(JavaRuntime.own())
                .classPath(ClassPath.OWN)
                .main(PeerMain.class.getName())
                .command());
    try {
      String line = process.receive(PeerMain.PORT, LIMIT);
      controlPort = Integer.parseInt(line.substring(PeerMain.PORT.length()));
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Where each client asks for a server of its own. */
  public int controlPort() {
    return controlPort;
  }

  @Override
  public void close() {
    process.close();
  }
}
