package dev.reprise.lab.compare;

import dev.reprise.lab.DemoServer;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.RunnerSetup;
import java.util.Optional;

/** What the clients call. */
interface Endpoint extends AutoCloseable {

  /** Fills in where to send what, and whom to trust. */
  void describe(RunnerSetup setup, Level level);

  /** What the server of a client has counted since its start, if it tells. */
  Optional<DemoServer.Counts> counts(ClientKind client);

  @Override
  void close();
}
