package dev.reprise.benchmarks.calls;

/** What is measured of a client in each iteration, or in each pass of the paced loop. */
public enum Metric {
  RESUMED("resumed", "%"),
  CPU("CPU per call", "ms"),
  THROUGHPUT("calls per second", ""),
  THREADS("threads per call", ""),
  JIT("JIT, of the CPU", "%"),
  CALLS("calls", ""),
  FULL("full handshakes", ""),
  /** Since the start of the client, so with those of its warm-up. */
  FULL_IN_ALL("and with the warm-up", ""),
  UNUSED("prepared in vain", "%"),
  ERRORS("failed calls", ""),
  FIRST("first call", "ms"),
  P50("median", "ms"),
  P90("90th percentile", "ms"),
  P99("99th percentile", "ms");

  public final String title;
  public final String unit;

  Metric(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }
}
