package dev.reprise.subject.compare;

import java.io.IOException;
import java.util.Map;

/** A client under comparison, set up as a careful user would. Thread-safe. */
interface ComparedClient extends AutoCloseable {

  /**
   * Sends the request and reads the answer to its end.
   *
   * @param worker the number of the calling worker, from 0; no two threads have the same
   * @throws Exception if the exchange failed or its status was not 2xx
   */
  void exchange(int worker) throws Exception;

  /** What the client counts by itself since its start. */
  default Map<String, Long> ownCounts() {
    return Map.of();
  }

  @Override
  default void close() throws IOException {}

  /** Throws unless the status is 2xx and the body is not empty. */
  static void check(int status, long bodyLength) throws IOException {
    if (status < 200 || status > 299) {
      throw new IOException("status " + status);
    }
    if (bodyLength == 0) {
      throw new IOException("the answer has no body");
    }
  }
}
