package dev.reprise.httpclient5;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.apache.hc.core5.http.NoHttpResponseException;

/**
 * How far a request had come when a call failed: whether the server may have acted on it. It stands
 * in the stack trace too, as a suppressed exception.
 */
public enum RequestProgress {
  /** No byte of the request that failed was sent; sending that one again is safe. */
  NOT_SENT("The request was not sent"),
  /** Sending had begun and did not complete. */
  PARTLY_SENT("The request may have been sent in part"),
  /** The request was sent as a whole, and no final response was received. */
  SENT("The request was sent, and no response was received"),
  /** The head of the response was received. */
  ANSWERED("The request was sent and the head of the response was received"),
  /**
   * The exception does not come from a connection of Reprise, or tells nothing of an attempt before
   * the last one. Without a {@link CallProgress} so it is with what HttpClient throws before it has
   * a connection: a wait for the pool, a request that another thread has aborted.
   */
  UNKNOWN("It is not known whether the request was sent");

  private final String words;

  RequestProgress(String words) {
    this.words = words;
  }

  /**
   * How far the request had come that failed with {@code failure}. Where HttpClient made several
   * attempts, with retries or redirects, this is about the last one; if that one was not sent,
   * about the one that came furthest before it. So {@code NOT_SENT} tells that no attempt was sent,
   * but for those that were refused with a challenge (401, 407).
   *
   * <p>A client with a {@link CallProgress} sees each attempt. Without one, those are known that a
   * connection was made for by a manager of {@link ResumingConnectionManagerBuilder}. An attempt
   * that may have been made on a connection which was kept makes it {@code UNKNOWN}, if the same
   * thread made it; over a manager of another's making a connection that is refused is {@code
   * UNKNOWN}, and so is a failed handshake of a client with retries.
   *
   * <p>What a response handler of the call threw tells of the call that the handler made itself.
   *
   * @param failure an exception of an HttpClient call, or one that has it as a cause; not null
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
      RequestProgress copied = t instanceof NoHttpResponseException ? noted(t) : UNKNOWN;
      if (copied != UNKNOWN) {
        return copied;
      }
    }
    return UNKNOWN;
  }

  /** Notes on the exception how far the request had come, unless that is noted already. */
  <E extends Throwable> E noteOn(E failure) {
    return of(failure) == UNKNOWN ? noteAnewOn(failure) : failure;
  }

  /** Notes on the exception how far the call had come, which another may have been noted of. */
  <E extends Throwable> E noteInsteadOn(E failure) {
    return of(failure) == this ? failure : noteAnewOn(failure);
  }

  /**
   * As {@link #noteOn}, whatever is noted already: an entity may be made from another call, and
   * what it throws then tells of that one.
   */
  <E extends Throwable> E noteAnewOn(E failure) {
    failure.addSuppressed(new Note(this));
    if (failure instanceof NoHttpResponseException) {
      noteInStackTrace(failure);
    }
    return failure;
  }

  /** HttpClient's HttpRequestRetryExec throws another one, with nothing but its stack trace. */
  private void noteInStackTrace(Throwable failure) {
    StackTraceElement[] frames = failure.getStackTrace();
    StackTraceElement[] noted = Arrays.copyOf(frames, frames.length + 1);
    noted[frames.length] = new StackTraceElement(RequestProgress.class.getName(), name(), null, -1);
    failure.setStackTrace(noted);
  }

  private static RequestProgress noted(Throwable failure) {
    StackTraceElement[] frames = failure.getStackTrace();
    for (int i = frames.length - 1; i >= 0; i--) {
      if (frames[i].getClassName().equals(RequestProgress.class.getName())) {
        for (RequestProgress progress : values()) {
          if (progress.name().equals(frames[i].getMethodName())) {
            return progress;
          }
        }
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
  }
}
