package dev.reprise.lab.soak;

import dev.reprise.lab.soak.client.Sample;
import java.util.List;
import java.util.function.ToLongFunction;

/** A figure that has to be flat. */
public enum Figure {
  /** Platform threads that make no requests. */
  THREADS("other threads", Sample::threads, Unit.ONE, 1, true),
  /** File descriptors. */
  DESCRIPTORS("open descriptors", Sample::descriptors, Unit.ONE, 3, true),
  /** Live objects. */
  HEAP("heap after GC", Sample::heapBytes, Unit.MIB, 512 << 10, true),
  /** Resident set. */
  RSS("resident set", Sample::rssBytes, Unit.MIB, 0, false),
  /** Native memory. */
  NATIVE("native memory", Sample::nativeBytes, Unit.MIB, 0, false);

  /** What a figure is told in. */
  public enum Unit {
    /** As it is. */
    ONE(1, "%,.0f"),
    /** From bytes. */
    MIB(1 << 20, "%,.1f MiB");

    private final long size;
    private final String format;

    Unit(long size, String format) {
      this.size = size;
      this.format = format;
    }

    /** A value in this unit. */
    public double of(long value) {
      return (double) value / size;
    }

    /** The same, with the unit. */
    public String words(long value) {
      return format.formatted(of(value));
    }
  }

  private final String title;
  private final ToLongFunction<Sample> value;
  private final Unit unit;
  private final long allowance;
  private final boolean judgedInShortForm;

  Figure(
      String title,
      ToLongFunction<Sample> value,
      Unit unit,
      long allowance,
      boolean judgedInShortForm) {
    this.title = title;
    this.value = value;
    this.unit = unit;
    this.allowance = allowance;
    this.judgedInShortForm = judgedInShortForm;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  /** The figure of a sample. */
  public long of(Sample sample) {
    return value.applyAsLong(sample);
  }

  /** What it is told in. */
  public Unit unit() {
    return unit;
  }

  /** By how much it may differ even if that is more than 5 %. */
  public long allowance() {
    return allowance;
  }

  /**
   * Whether it is flat in a run: by its slope, which finds what creeps, and by its last two thirds,
   * which find a step.
   */
  public boolean isFlat(List<Sample> samples) {
    return Slope.of(samples, this::of).isFlat(allowance)
        && Thirds.of(samples).medians(this::of).isFlat(allowance);
  }

  /** Whether runs of this length are judged by it. */
  public boolean isJudged(boolean shortForm) {
    return !shortForm || judgedInShortForm;
  }
}
