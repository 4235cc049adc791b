package dev.reprise.clients;

import dev.reprise.subject.Authority;
import dev.reprise.subject.clients.ClientReply;
import dev.reprise.subject.clients.ClientRequest;
import dev.reprise.tls.TlsListener;
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.X509TrustManager;

/** Runs one request: some threads call by one client, and then one thread alone. */
final class Turn {

  private static final int LIMIT_SECONDS = 150;

  private final ClientRequest request;
  private final Consumer<ClientReply> replies;
  private final AtomicLong completed = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();
  private final AtomicReference<String> firstError = new AtomicReference<>();

  Turn(ClientRequest request, Consumer<ClientReply> replies) {
    this.request = request;
    this.replies = replies;
  }

  /** After the load waits for the word to go on, while the server changes how it ends. */
  void run(BufferedReader words) throws Exception {
    X509TrustManager trust = Authority.trust(request.authority);
    Equipment equipment =
        request.reprise ? Equipment.reprise(trust, new TlsListener() {}) : Equipment.stock(trust);
    try (Session session = Recipe.valueOf(request.client).open(equipment, request.url)) {
      long started = load(session);
      replies.accept(reply(equipment, started));
      words.readLine();
      for (int i = 0; i < request.last; i++) {
        call(session);
      }
    }
    replies.accept(reply(equipment, 0));
  }

  private ClientReply reply(Equipment equipment, long threadsStarted) {
    ClientReply reply = new ClientReply();
    reply.java = System.getProperty("java.version") + " " + System.getProperty("java.vendor");
    reply.completed = completed.get();
    reply.errors = errors.get();
    reply.firstError = firstError.get();
    reply.lanes = equipment.lanes();
    reply.threadsStarted = threadsStarted;
    return reply;
  }

  /** The threads that were started in the second half: in the first, clients fill their pools. */
  private long load(Session session) throws InterruptedException {
    ThreadPoolExecutor threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(request.threads);
    threads.prestartAllCoreThreads();
    try {
      fromEachThread(threads, session, request.calls - request.calls / 2);
      ThreadMXBean jvm = ManagementFactory.getThreadMXBean();
      long before = jvm.getTotalStartedThreadCount();
      fromEachThread(threads, session, request.calls / 2);
      return jvm.getTotalStartedThreadCount() - before;
    } finally {
      threads.shutdownNow();
    }
  }

  private void fromEachThread(ExecutorService threads, Session session, int calls)
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(request.threads);
    for (int i = 0; i < request.threads; i++) {
      threads.execute(
          () -> {
            for (int j = 0; j < calls; j++) {
              call(session);
            }
            done.countDown();
          });
    }
    if (!done.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("some calls did not end in " + LIMIT_SECONDS + " s");
    }
  }

  private void call(Session session) {
    try {
      if (!session.call().contains("ok")) {
        throw new IllegalStateException("another answer than the server gave");
      }
      completed.incrementAndGet();
    } catch (Exception | LinkageError e) {
      // A small runtime lacks classes that a client needs.
      errors.incrementAndGet();
      firstError.compareAndSet(null, words(e));
    }
  }

  /** An exception with its causes. */
  static String words(Throwable failure) {
    StringBuilder words = new StringBuilder(failure.toString());
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      words.append(", caused by ").append(cause);
    }
    return words.toString();
  }
}
