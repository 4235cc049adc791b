package dev.reprise.subject;

import java.util.List;

/** What a client is to call, and how. */
public final class LoadRequest {
  /** A recipe by its name; null for HttpClient 4.5. */
  public String client;

  /** Whether with Reprise, or as it is. */
  public boolean reprise;

  public String url;

  /** GET or POST; a POST has a body of some 600 bytes. */
  public String method = "GET";

  /** The PEM text of the only authority to trust. */
  public String authority;

  /** The addresses of the host, of which each call takes the next; empty to ask the system. */
  public List<String> addresses = List.of();

  /** The server by a name that its certificate lacks, to be called last of all; null not to. */
  public String urlOfAnother;

  public String answer = "";

  /** Calls in sequence before the threads begin. */
  public int warmUp;

  public int threads;
  public int calls;

  /** The first of these, in which clients may still fill pools of threads. */
  public int filling;

  /** Calls by one thread after all others, once a line has come. */
  public int last;
}
