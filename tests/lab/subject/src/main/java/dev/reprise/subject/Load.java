package dev.reprise.subject;

import dev.reprise.testkit.CountingTrustManager;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;

/** One request of the lab: some threads call a server by one client, and what they did. */
public final class Load implements TlsListener {

  private static final int LIMIT_SECONDS = 150;
  private static final byte[] BODY = "<m/>".repeat(150).getBytes(StandardCharsets.US_ASCII);

  /** Servers on a busy machine may be late to close; what is measured is who closes how. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final LoadRequest request;
  private final CountingTrustManager trust;
  private final TlsStatistics statistics = new TlsStatistics();
  private final Set<String> protocols = ConcurrentHashMap.newKeySet();
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();
  private final AtomicReference<String> firstError = new AtomicReference<>();

  private Load(LoadRequest request) throws Exception {
    this.request = request;
    trust =
        new CountingTrustManager(
            Authority.trust(request.authority.getBytes(StandardCharsets.US_ASCII)));
  }

  public interface Opener {
    Session open(LoadRequest request, Equipment given, String url) throws Exception;
  }

  /** Tells that the JVM is ready, and does what it is asked for until no more requests come. */
  public static void serve(Conversation conversation, LoadReply ready, Opener opener)
      throws Exception {
    conversation.tell(ready);
    for (LoadRequest request = conversation.next(LoadRequest.class);
        request != null;
        request = conversation.next(LoadRequest.class)) {
      new Load(request).run(conversation, opener);
    }
  }

  private Equipment equipment() throws GeneralSecurityException {
    TlsSettings settings =
        TlsSettings.builder()
            .trustManagers(trust)
            .addListener(statistics)
            .addListener(this)
            .closeTimeout(CLOSE_TIMEOUT)
            .build();
    Equipment given = new Equipment(trust, request.reprise ? settings : null);
    given.connections = request.threads;
    given.addresses = request.addresses;
    given.body = request.method.equals("POST") ? BODY : null;
    return given;
  }

  @Override
  public void handshakeCompleted(Handshake event) {
    protocols.add(event.protocol());
  }

  private void run(Conversation conversation, Opener opener) throws Exception {
    LoadReply reply = new LoadReply();
    Equipment given = equipment();
    try (Session session = opener.open(request, given, request.url)) {
      for (int i = 0; i < request.warmUp; i++) {
        call(session);
      }
      reply.threadsStarted = load(session);
      if (request.last > 0) {
        conversation.tell(reply);
        // The server is told meanwhile to end in another way.
        conversation.next(LoadRequest.class);
        for (int i = 0; i < request.last; i++) {
          call(session);
        }
      }
    }
    fill(reply);
    reply.lanes = given.lanes();
    if (request.urlOfAnother != null) {
      reply.refusesAnother = refuses(opener);
    }
    conversation.tell(reply);
  }

  private void fill(LoadReply reply) {
    PeerStatistics told = statistics.total();
    reply.completed = completed.get();
    reply.errors = errors.get();
    reply.firstError = firstError.get();
    reply.full = trust.serverChains();
    reply.toldFull = told.full();
    reply.protocols.addAll(protocols);
    told.closes()
        .forEach(
            (outcome, count) -> {
              if (count > 0) {
                reply.closes.put(outcome.name().toLowerCase(Locale.ROOT), count);
              }
            });
  }

  /** Whether the server is refused, before it reads the request, by a name that it lacks. */
  private boolean refuses(Opener opener) throws Exception {
    try (Session session = opener.open(request, equipment(), request.urlOfAnother)) {
      session.call();
      return false;
    } catch (SSLException e) {
      return true;
    }
  }

  /** The threads that were started once pools were full. */
  private long load(Session session) throws InterruptedException {
    ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(request.threads);
    threads.prestartAllCoreThreads();
    try {
      fromEachThread(threads, session, request.filling);
      ThreadMXBean jvm = ManagementFactory.getThreadMXBean();
      long before = jvm.getTotalStartedThreadCount();
      fromEachThread(threads, session, request.calls - request.filling);
      return jvm.getTotalStartedThreadCount() - before;
    } finally {
      threads.shutdownNow();
    }
  }

  private void fromEachThread(ThreadPoolExecutor threads, Session session, int calls)
      throws InterruptedException {
    Callable<Void> caller =
        () -> {
          for (int i = 0; i < calls; i++) {
            call(session);
          }
          return null;
        };
    List<Callable<Void>> callers = Collections.nCopies(request.threads, caller);
    if (threads.invokeAll(callers, LIMIT_SECONDS, TimeUnit.SECONDS).stream()
        .anyMatch(Future::isCancelled)) {
      throw new IllegalStateException("some calls did not end in " + LIMIT_SECONDS + " s");
    }
  }

  private void call(Session session) {
    try {
      if (!session.call().contains(request.answer)) {
        throw new IllegalStateException("another answer than the server gave");
      }
      completed.incrementAndGet();
    } catch (Exception | LinkageError e) {
      // A small runtime lacks classes that a client needs.
      errors.incrementAndGet();
      firstError.compareAndSet(null, Conversation.words(e));
    }
  }
}
