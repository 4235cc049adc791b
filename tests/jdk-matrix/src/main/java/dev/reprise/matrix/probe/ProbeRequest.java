package dev.reprise.matrix.probe;

/** One line on the probe's standard input: what to call, and how. */
public final class ProbeRequest {
  public ProbeClient client;
  public String url;

  /** GET or POST; a POST has a body of some 600 bytes. */
  public String method;

  /** A PEM file with the only authority to trust. */
  public String authority;

  public int threads;

  /** All requests, shared equally by the threads. */
  public int requests;
}
