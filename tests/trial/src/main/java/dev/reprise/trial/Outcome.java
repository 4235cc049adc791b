package dev.reprise.trial;

import dev.reprise.http.RequestProgress;

/**
 * How a call ended for its caller.
 *
 * @param text what is compared: status and body, or the kind of the failure
 * @param detail for people
 * @param progress null unless the client tells it
 */
record Outcome(String text, String detail, RequestProgress progress) {

  static Outcome of(String text) {
    return new Outcome(text, "", null);
  }

  static Outcome failed(String before, Throwable failure) {
    return new Outcome(
        before + Kind.of(failure), Kind.describe(failure), RequestProgress.of(failure));
  }
}
