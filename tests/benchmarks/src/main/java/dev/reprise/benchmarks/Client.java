package dev.reprise.benchmarks;

import java.io.IOException;

/** One configured HTTPS client. Thread-safe: all threads of a benchmark call it. */
interface Client extends AutoCloseable {

  /** Sends one request, and reads the whole answer. */
  void call() throws Exception;

  @Override
  default void close() throws Exception {}

  /** Refuses an answer that is no success, or has no body. */
  static void check(int status, int length) throws IOException {
    if (status < 200 || status > 299 || length == 0) {
      throw new IOException("status " + status + " with a body of " + length + " bytes");
    }
  }
}
