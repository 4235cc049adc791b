package dev.reprise.subject.clients;

/** A client that there is a recipe for. */
public final class ClientInfo {
  /** What requests call it. */
  public String name;

  /** Its name and version, for readers. */
  public String title;

  /** The oldest Java that it runs on. */
  public int oldestJava;

  /** Whether it resets connections whatever TLS it is given. */
  public boolean resets;

  /** What cannot be had with it, or null. */
}
