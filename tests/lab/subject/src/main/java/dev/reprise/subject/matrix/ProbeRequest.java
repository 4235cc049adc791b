package dev.reprise.subject.matrix;

import java.util.List;

/** One line on the probe's standard input: what to call, and how. */
public final class ProbeRequest {
  public ProbeClient client;
  public String url;

  /** GET or POST; a POST has a body of some 600 bytes. */
  public String method;

  /** A PEM file with the only authority to trust. */
  public String authority;

  public int threads;

  /** The addresses of the host, of which each call takes the next; empty to ask the system. */
  public List<String> addresses = List.of();

  /** The client's TLS versions and cipher suites; empty for those of its provider. */
  public String[] protocols = {};

  public String[] cipherSuites = {};

  /** The server by a name that its certificate lacks, to be called last of all; null not to. */
  public String urlOfAnother;

  /** Calls in sequence before the threads begin. */
  public int warmUp;

  /** All requests after the warm-up, shared equally by the threads. */
  public int requests;
}
