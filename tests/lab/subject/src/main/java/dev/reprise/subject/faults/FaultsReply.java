package dev.reprise.subject.faults;

import dev.reprise.testkit.Fault;

/**
 * What a JVM has found; or, without a cell, what the server is to do, which is answered by how many
 * of its connections are stuck.
 */
public final class FaultsReply {
  public Cell cell;

  /** What is wrong from now on; null to leave that as it is. */
  public Fault fault;

  /** Whether the connections that there are end. */
  public boolean lettingGo;
}
