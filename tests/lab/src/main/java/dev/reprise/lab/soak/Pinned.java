package dev.reprise.lab.soak;

/**
 * How often one cause pinned virtual threads.
 *
 * @param cause what held them to their carrier
 * @param counts how often in each third
 * @param longestNanos the longest time
 * @param example reason, from JDK 24 on, and stack of the longest
 */
public record Pinned(Cause cause, Thirds.Row counts, long longestNanos, String example) {

  /** Whether it is none of the known causes, and goes on, or nobody knows. */
  boolean fails() {
    return cause == Cause.UNREADABLE || cause == Cause.OTHER && counts.middle() + counts.last() > 0;
  }

  /** What is wrong where it {@link #fails}. */
  String complaint() {
    return cause == Cause.UNREADABLE
        ? "whether virtual threads were pinned is not known, since "
            + cause.words()
            + ": "
            + example
        : "virtual threads pinned, for example at " + example;
  }

  /** What holds a virtual thread to its carrier while it waits, as far as it is known. */
  public enum Cause {
    /** The JVM loads, links or initialises a class. */
    CLASSES("the JVM loads, links or initialises a class"),
    /** Anything else; fails the soak once classes are loaded, which the first third is for. */
    OTHER("something else"),
    /** The recording, from there on. */
    UNREADABLE("the rest of the recording cannot be read");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    /** For a table. */
    public String words() {
      return words;
    }
  }
}
