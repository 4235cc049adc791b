package dev.reprise.trial;

import dev.reprise.httpclient4.RequestProgress;

/** How a call ended for its caller. */
final class Outcome {

  /** What is compared: status and body, or the kind of the failure. */
  final String text;

  /** For people. */
  final String detail;

  /** Null unless the client tells it. */
  final RequestProgress progress;

  private Outcome(String text, String detail, RequestProgress progress) {
    this.text = text;
    this.detail = detail;
    this.progress = progress;
  }

  static Outcome of(String text) {
    return new Outcome(text, "", null);
  }

  /** A failure, after what was received before it. */
  static Outcome failed(String before, Throwable failure) {
    return new Outcome(before + Kind.of(failure), Kind.describe(failure), progress(failure));
  }

  private static RequestProgress progress(Throwable failure) {
    RequestProgress progress = RequestProgress.of(failure);
    return progress != RequestProgress.UNKNOWN
        ? progress
        : RequestProgress.valueOf(dev.reprise.httpclient5.RequestProgress.of(failure).name());
  }
}
