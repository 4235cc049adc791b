package dev.reprise.http;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;

/**
 * How far a request got before a call failed, and so whether the server may have acted on it. The
 * stack trace also shows it, as a suppressed exception.
 *
 * <p>It describes the attempt that failed. {@link #NOT_SENT} is reported only if no earlier attempt
 * of the same call can have been sent. If one may have been, it is {@link #UNKNOWN}.
 */
public enum RequestProgress {
  /**
   * No byte of the request was sent, in this attempt or an earlier one. It is safe to send it
   * again.
   */
  NOT_SENT("The request was not sent"),
  /** Sending had begun and did not complete. */
  PARTLY_SENT("The request may have been sent in part"),
  /** The whole request was sent, and no final response was received. */
  SENT("The request was sent, and no response was received"),
  /** The head of the response was received. */
  ANSWERED("The request was sent and the head of the response was received"),
  /**
   * The exception does not come from a connection of Reprise, or this attempt was not sent and an
   * earlier one may have been. An earlier one is possible after a retry, a redirect or a challenge
   * (401, 407), in a context that has served a call before, and in a call within another one.
   */
  UNKNOWN("It is not known whether the request was sent");

  /** HttpClient's retries replace this exception by a new one, and keep only its stack trace. */
  private static final String COPIED = "NoHttpResponseException";

  private final String words;

  RequestProgress(String words) {
    this.words = words;
  }

  /**
   * Returns how far the request got before it failed with {@code failure}.
   *
   * <p>If the call failed while it waited for a pooled connection, the result is {@code UNKNOWN},
   * except with HttpClient 5 and a {@code CallProgress}. If a response handler makes its own call
   * and throws its exception, the result is that of the inner call. The same holds for an
   * interceptor that throws an exception caused by the failure of a call in another thread.
   *
   * @param failure an exception of an HttpClient call, or one that has it as a cause
   */
  public static RequestProgress of(Throwable failure) {
    Objects.requireNonNull(failure, "failure: null given");
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable t = failure; t != null && seen.add(t); t = t.getCause()) {
      Throwable[] suppressed = t.getSuppressed();
      for (int i = suppressed.length - 1; i >= 0; i--) {
        if (suppressed[i] instanceof Note) {
          return ((Note) suppressed[i]).progress;
        }
      }
      RequestProgress copied = noted(t);
      if (copied != UNKNOWN) {
        return copied;
      }
    }
    return UNKNOWN;
  }

  /**
   * Records in an exception how far the request got, in place of what another call recorded. In a
   * call within another one, records {@code UNKNOWN} for {@code NOT_SENT}, since the exception may
   * become that of the outer call.
   *
   * @return {@code failure}
   */
  public <E extends Throwable> E noteOn(E failure) {
    RequestProgress told = this == NOT_SENT && isWithinAnotherCall() ? UNKNOWN : this;
    if (of(failure) != told) {
      failure.addSuppressed(new Note(told));
      if (failure.getClass().getSimpleName().equals(COPIED)) {
        told.noteInStackTrace(failure);
      }
      // If the failure takes no suppressed exceptions, the note of its cause must not count.
      for (Throwable t = failure.getCause();
          of(failure) != told && of(failure) != UNKNOWN;
          t = t.getCause()) {
        t.addSuppressed(new Note(UNKNOWN));
      }
    }
    return failure;
  }

  /** Returns whether this thread is in two nested calls of HttpClient, of any version. */
  private static boolean isWithinAnotherCall() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                        .filter(frame -> frame.getMethodName().equals("doExecute"))
                        .filter(frame -> isHttpClient(frame.getClassName()))
                        .limit(2)
                        .count()
                    > 1);
  }

  private static boolean isHttpClient(String name) {
    return name.endsWith(".InternalHttpClient") || name.endsWith(".MinimalHttpClient");
  }

  private void noteInStackTrace(Throwable failure) {
    StackTraceElement[] frames = failure.getStackTrace();
    StackTraceElement[] noted = Arrays.copyOf(frames, frames.length + 1);
    noted[frames.length] = new StackTraceElement(RequestProgress.class.getName(), name(), null, -1);
    failure.setStackTrace(noted);
  }

  private static RequestProgress noted(Throwable failure) {
    if (!failure.getClass().getSimpleName().equals(COPIED)) {
      return UNKNOWN;
    }
    StackTraceElement[] frames = failure.getStackTrace();
    for (int i = frames.length - 1; i >= 0; i--) {
      if (frames[i].getClassName().equals(RequestProgress.class.getName())) {
        return valueOf(frames[i].getMethodName());
      }
    }
    return UNKNOWN;
  }

  private static final class Note extends Exception {
    private static final long serialVersionUID = 1;

    private final RequestProgress progress;

    Note(RequestProgress progress) {
      super(progress.words, null, false, false);
      this.progress = progress;
    }

    /** Replaces it when serialized: another JVM may lack this class. */
    private Object writeReplace() {
      Exception known = new Exception(getMessage());
      known.setStackTrace(getStackTrace());
      return known;
    }
  }
}
