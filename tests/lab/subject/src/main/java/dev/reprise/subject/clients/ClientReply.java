package dev.reprise.subject.clients;

import java.util.ArrayList;
import java.util.List;

/**
 * The answers of a client's JVM, each a line of JSON: after the load, and after the last calls. To
 * the question which clients there are, one.
 */
public final class ClientReply {
  /** All clients, where that was asked for. */
  public List<ClientInfo> clients = new ArrayList<>();

  /** Why there was no run at all, or null. */
  public String failure;

  /** The version and vendor of the Java that ran it. */
  public String java;

  /** Calls so far that had their answer. */
  public long completed;

  /** Calls so far that failed. */
  public long errors;

  /** The first error with its causes, or null. */
  public String firstError;

  /** Lanes made so far; 0 of a client as it is. */
  public long lanes;

  /** Threads that were started while each thread made the second half of its calls. */
  public long threadsStarted;
}
