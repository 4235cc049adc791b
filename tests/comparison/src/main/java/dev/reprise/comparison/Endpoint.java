package dev.reprise.comparison;

import dev.reprise.comparison.client.ClientKind;
import dev.reprise.comparison.client.Level;
import dev.reprise.comparison.client.RunnerSetup;
import dev.reprise.comparison.results.ServerView;
import java.util.Optional;

/** What the clients call. */
interface Endpoint extends AutoCloseable {

  /** Fills in where to send what, and whom to trust. */
  void describe(RunnerSetup setup, Level level);

  /** What the server of a client has counted since its start, if it tells. */
  Optional<ServerView> view(ClientKind client);

  @Override
  void close();
}
