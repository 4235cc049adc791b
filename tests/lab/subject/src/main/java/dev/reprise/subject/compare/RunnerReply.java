package dev.reprise.subject.compare;

/** One line from a client's JVM: the answer to the line before. */
public final class RunnerReply {

  /** How a failure begins that says that the provider cannot be had here. */
  public static final String NO_PROVIDER = "the provider does not load";

  /** The Java version and vendor; in the answer to the setup. */
  public String java;

  /** In the answer to a turn. */
  public TurnResult turn;

  /** Why what was asked could not be done; no further line follows. */
  public String failure;
}
