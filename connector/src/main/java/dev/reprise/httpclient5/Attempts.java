package dev.reprise.httpclient5;

import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpRequestRetryExec;
import org.apache.hc.client5.http.impl.classic.RedirectExec;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The furthest that any attempt of one call has come so far: HttpClient may make several, with
 * retries and redirects, of which the caller sees the exception of the last one alone.
 *
 * <p>Kept in the context of the call, from which an attempt that connects learns of those before
 * it. On a connection that was kept, no context is to be had: of an attempt on such a one its
 * thread remembers that there was one.
 */
final class Attempts {

  private static final String ATTRIBUTE = Attempts.class.getName();

  /**
   * Whether the last attempt of a thread was one of an unknown call, and may be followed by one.
   */
  private static final ThreadLocal<Boolean> OF_SOME_CALL = new ThreadLocal<>();

  private final String exchange;
  private volatile RequestProgress furthest = RequestProgress.NOT_SENT;

  /** Attempts of the exchange of this name. */
  Attempts(String exchange) {
    this.exchange = exchange;
  }

  /** The attempts of the call that is about to connect with this context. */
  static Attempts of(HttpContext context) {
    HttpClientContext call = HttpClientContext.cast(context);
    if (call == null) {
      return new Attempts(null);
    }
    Object known = call.getAttribute(ATTRIBUTE);
    Attempts attempts =
        known instanceof Attempts && ((Attempts) known).isOf(call) ? (Attempts) known : null;
    if (attempts == null) {
      attempts = new Attempts(call.getExchangeId());
      call.setAttribute(ATTRIBUTE, attempts);
    }
    if (OF_SOME_CALL.get() != null) {
      OF_SOME_CALL.remove();
      if (isWithin(HttpRequestRetryExec.class)) {
        attempts.reached(RequestProgress.UNKNOWN);
      }
    }
    if (hasFollowedRedirect(call)) {
      attempts.reached(RequestProgress.ANSWERED);
    }
    return attempts;
  }

  /**
   * What it is that a request is not sent which fails with this context over a manager that tells
   * of no attempts.
   */
  static RequestProgress furthestSeenBy(HttpContext context) {
    HttpClientContext call = HttpClientContext.cast(context);
    if (call == null) {
      return RequestProgress.NOT_SENT;
    }
    Object known = call.getAttribute(ATTRIBUTE);
    if (known instanceof Attempts && ((Attempts) known).isOf(call)) {
      return ((Attempts) known).furthest;
    }
    if (hasFollowedRedirect(call)) {
      return RequestProgress.ANSWERED;
    }
    return isWithin(HttpRequestRetryExec.class)
        ? RequestProgress.UNKNOWN
        : RequestProgress.NOT_SENT;
  }

  private boolean isOf(HttpClientContext call) {
    return exchange != null && exchange.equals(call.getExchangeId());
  }

  /** A client that follows no redirects leaves those of an earlier call in the context. */
  private static boolean hasFollowedRedirect(HttpClientContext call) {
    RedirectLocations followed = call.getRedirectLocations();
    return followed != null && followed.size() > 0 && isWithin(RedirectExec.class);
  }

  /** Whether this part of HttpClient takes part in the call that this thread makes. */
  private static boolean isWithin(Class<?> part) {
    String client = CloseableHttpClient.class.getName();
    String name = part.getName();
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(each -> each.equals(name) || each.equals(client))
                    .findFirst()
                    .filter(name::equals)
                    .isPresent());
  }

  /** An attempt of a call that is not known begins. */
  static void beginOfSomeCall() {
    OF_SOME_CALL.set(true);
  }

  /** It was answered with this status. */
  static void answeredOfSomeCall(int status) {
    if (status < HttpStatus.SC_CLIENT_ERROR || isChallenge(status)) {
      OF_SOME_CALL.remove();
    }
  }

  /** Whether the request was refused for want of credentials, and not acted on. */
  static boolean isChallenge(int status) {
    return status == HttpStatus.SC_UNAUTHORIZED
        || status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED;
  }

  RequestProgress furthest() {
    return furthest;
  }

  /** An attempt has come so far. */
  void reached(RequestProgress progress) {
    if (rank(progress) > rank(furthest)) {
      furthest = progress;
    }
  }

  /** What the present attempt has reached does not count after all. */
  void backTo(RequestProgress before) {
    furthest = before;
  }

  /** What is not known may have been sent. */
  private static int rank(RequestProgress progress) {
    switch (progress) {
      case NOT_SENT:
        return 0;
      case UNKNOWN:
        return 1;
      case PARTLY_SENT:
        return 2;
      case SENT:
        return 3;
      default:
        return 4;
    }
  }
}
