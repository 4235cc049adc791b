package dev.reprise.httpclient4;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.http.HttpRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.execchain.RedirectExec;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;

/**
 * The furthest that any attempt to send one request has come so far: HttpClient may make several,
 * of which the caller sees the exception of the last one alone.
 *
 * <p>Each attempt of HttpClient's retries is given the same object for the request, and the same
 * one for the route, and no other call has these. So they are found by them, for as long as these
 * exist. A pool is asked by the route alone.
 */
final class Attempts {

  private static final Map<Key, Attempts> KNOWN = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  /** Whether the last request of a thread was answered with a redirect, which may be followed. */
  private static final ThreadLocal<Boolean> REDIRECTED = new ThreadLocal<>();

  private volatile RequestProgress furthest = RequestProgress.NOT_SENT;

  private Attempts() {}

  /** Those to send this request. */
  static Attempts of(HttpRequest request) {
    forgetGone();
    return KNOWN.computeIfAbsent(new Key(request), key -> new Attempts());
  }

  /** They go over this route. */
  void over(HttpRoute route) {
    KNOWN.put(new Key(route), this);
  }

  private static void forgetGone() {
    for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      KNOWN.remove(gone);
    }
  }

  /** How far the request has come that is about to be made with this context, but not sent. */
  static RequestProgress before(HttpContext context) {
    Object request = context == null ? null : context.getAttribute(HttpCoreContext.HTTP_REQUEST);
    if (!(request instanceof HttpRequest)) {
      return RequestProgress.NOT_SENT;
    }
    boolean followed = hasFollowedRedirect(context);
    if (isConnect((HttpRequest) request)) {
      // HttpClient has put it in the place of the request that it is for.
      return followed ? RequestProgress.ANSWERED : RequestProgress.UNKNOWN;
    }
    Attempts attempts = of((HttpRequest) request);
    if (followed && attempts.furthest == RequestProgress.NOT_SENT) {
      attempts.furthest = RequestProgress.ANSWERED;
    }
    return attempts.furthest;
  }

  static boolean isConnect(HttpRequest request) {
    return "CONNECT".equalsIgnoreCase(request.getRequestLine().getMethod());
  }

  /** The same where the pool has no connection for it. */
  static RequestProgress beforeLease(HttpRoute route) {
    Attempts attempts = KNOWN.get(new Key(route));
    boolean retried = attempts != null && attempts.furthest != RequestProgress.NOT_SENT;
    return retried || (REDIRECTED.get() != null && isRedirecting())
        ? RequestProgress.UNKNOWN
        : RequestProgress.NOT_SENT;
  }

  /** A client that follows no redirects leaves those of an earlier call in the context. */
  private static boolean hasFollowedRedirect(HttpContext context) {
    Object followed = context.getAttribute(HttpClientContext.REDIRECT_LOCATIONS);
    return followed instanceof Collection
        && !((Collection<?>) followed).isEmpty()
        && isRedirecting();
  }

  /** Whether the call that this thread makes is one of a client that follows redirects. */
  private static boolean isRedirecting() {
    String client = CloseableHttpClient.class.getName();
    String redirects = RedirectExec.class.getName();
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(each -> each.equals(redirects) || each.equals(client))
                    .findFirst()
                    .filter(redirects::equals)
                    .isPresent());
  }

  /** Tells of each request of this thread, and of each answer, whether that is a redirect. */
  static void redirected(boolean redirected) {
    if (redirected) {
      REDIRECTED.set(true);
    } else {
      REDIRECTED.remove();
    }
  }

  RequestProgress furthest() {
    return furthest;
  }

  /** An attempt has come so far: sent in part, as a whole, or answered. */
  void reached(RequestProgress progress) {
    RequestProgress now = furthest;
    if (now == RequestProgress.NOT_SENT || progress.compareTo(now) > 0) {
      furthest = progress;
    }
  }

  /** What the present attempt has reached does not count after all. */
  void backTo(RequestProgress before) {
    furthest = before;
  }

  /** An object as such, whatever it equals. */
  private static final class Key extends WeakReference<Object> {

    private final int hash;

    Key(Object of) {
      super(of, GONE);
      hash = System.identityHashCode(of);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Object of = get();
      return of != null && other instanceof Key && ((Key) other).refersToSame(of);
    }

    private boolean refersToSame(Object of) {
      return get() == of;
    }
  }
}
