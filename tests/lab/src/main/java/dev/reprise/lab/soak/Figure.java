package dev.reprise.lab.soak;

import dev.reprise.lab.soak.Reply.Sample;
import java.util.List;

/** A figure that has to be flat. */
enum Figure {
  /** Platform threads that make no requests. */
  THREADS("other threads", 1, true),
  DESCRIPTORS("open descriptors", 3, true),
  HEAP("heap memory after GC", 512 << 10, true),
  RSS("resident memory", 0, false),
  NATIVE("native memory", 0, false);

  private final String title;
  private final long allowance;
  private final boolean judgedInShortForm;

  Figure(String title, long allowance, boolean judgedInShortForm) {
    this.title = title;
    this.allowance = allowance;
    this.judgedInShortForm = judgedInShortForm;
  }

  String title() {
    return title;
  }

  boolean isJudged(boolean shortForm) {
    return !shortForm || judgedInShortForm;
  }

  /** Whether the median of the last third is that of the middle one. */
  boolean isFlat(List<Sample> samples) {
    long middle = median(third(samples, 1), title);
    long last = median(third(samples, 2), title);
    return Math.abs(last - middle) <= Math.max(middle / 20, allowance);
  }

  /** A third of the samples, without the one before the first request. */
  static List<Sample> third(List<Sample> samples, int which) {
    int third = (samples.size() - 1) / 3;
    int end = samples.size() - (2 - which) * third;
    return samples.subList(which == 0 ? 1 : end - third, end);
  }

  static long median(List<Sample> samples, String title) {
    return samples.stream()
        .mapToLong(sample -> sample.of(title))
        .sorted()
        .skip((samples.size() - 1) / 2)
        .findFirst()
        .orElseThrow();
  }

  static String words(String title, long value) {
    return title.contains("memory")
        ? "%,.1f MiB".formatted(value / 1024.0 / 1024)
        : "%,d".formatted(value);
  }
}
