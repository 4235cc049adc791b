package dev.reprise.httpclient5;

import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Set;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.protocol.HttpContext;

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
   * The exception does not come from a connection of Reprise. So it is with a request that another
   * thread has aborted: HttpClient throws an exception without a cause then.
   */
  UNKNOWN("It is not known whether the request was sent");

  private final String words;

  RequestProgress(String words) {
    this.words = words;
  }

  /**
   * How far the request had come that failed with {@code failure}. Where HttpClient sent it several
   * times, for a challenge or with retries, this is about the last time; where it followed a
   * redirect, about the request to the new location, or {@code ANSWERED} if that one was not sent:
   * the one before it was, and was answered. A wait for the pool after a redirect is told as such
   * where the client has a {@link CallProgress}.
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
      if (isBeforeConnection(t)) {
        return NOT_SENT;
      }
    }
    return UNKNOWN;
  }

  /** Whether it is thrown before there is a connection. */
  private static boolean isBeforeConnection(Throwable t) {
    return t instanceof ConnectionRequestTimeoutException
        || t instanceof ConnectTimeoutException
        || t instanceof HttpHostConnectException
        || t instanceof UnknownHostException
        // With a cause it comes from the pool.
        || (t instanceof RequestFailedException && t.getCause() != null);
  }

  /**
   * What it is that the request which is about to be made with this context is not sent: the call
   * has been answered already where HttpClient follows a redirect.
   */
  static RequestProgress unsent(HttpContext context) {
    HttpClientContext of = HttpClientContext.cast(context);
    RedirectLocations followed = of == null ? null : of.getRedirectLocations();
    return followed != null && followed.size() > 0 ? ANSWERED : NOT_SENT;
  }

  /** Notes on the exception of a request that was not sent whether the call had been answered. */
  static <E extends Throwable> E noteUnsentOn(E failure, HttpContext context) {
    RequestProgress unsent = unsent(context);
    return unsent == ANSWERED && of(failure) == NOT_SENT
        ? unsent.noteAnewOn(failure)
        : unsent.noteOn(failure);
  }

  /** Notes on the exception how far the request had come, unless that is noted already. */
  <E extends Throwable> E noteOn(E failure) {
    return of(failure) == UNKNOWN ? noteAnewOn(failure) : failure;
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
