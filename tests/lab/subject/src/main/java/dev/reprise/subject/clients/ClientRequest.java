package dev.reprise.subject.clients;

/** One line on the standard input of a client's JVM: what to call, and how. */
public final class ClientRequest {
  /** A client by its name; null asks which there are. */
  public String client;

  /** Whether with Reprise, or as it is. */
  public boolean reprise;

  public String url;

  /** A PEM file with the only authority to trust. */
  public String authority;

  public int threads;

  /** Calls of each thread. */
  public int calls;

  /** Calls by one thread after all others. */
  public int last;
}
