package dev.reprise.subject.matrix;

import dev.reprise.subject.Authority;
import dev.reprise.subject.CountingTrustManager;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.util.EntityUtils;
import org.apache.http.util.VersionInfo;

/** Runs one request of the driver: some threads call a server, and what that took is counted. */
final class Probe {

  private static final byte[] BODY = "<m/>".repeat(150).getBytes(StandardCharsets.US_ASCII);

  private final ProbeRequest request;
  private final TlsStatistics statistics = new TlsStatistics();
  private final Set<String> protocols = ConcurrentHashMap.newKeySet();
  private final AtomicInteger completed = new AtomicInteger();
  private final AtomicInteger errors = new AtomicInteger();
  private final AtomicReference<String> firstError = new AtomicReference<>();

  Probe(ProbeRequest request) {
    this.request = request;
  }

  ProbeReply run() throws GeneralSecurityException, IOException, InterruptedException {
    CountingTrustManager trust = new CountingTrustManager(Authority.trust(request.authority));
    ProbeReply reply = new ProbeReply();
    try (CloseableHttpClient client = client(trust)) {
      for (int i = 0; i < request.warmUp; i++) {
        exchange(client);
      }
      load(client, reply);
      reply.full = trust.serverChains();
      if (request.urlOfAnother != null) {
        reply.refusesAnother = refusesAnother(client);
      }
    }
    reply.java = System.getProperty("java.version") + " " + System.getProperty("java.vendor");
    reply.httpCore =
        VersionInfo.loadVersionInfo("org.apache.http", getClass().getClassLoader()).getRelease();
    reply.completed = completed.get();
    reply.errors = errors.get();
    reply.firstError = firstError.get();
    reply.protocols.addAll(protocols);
    if (request.client == ProbeClient.REPRISE) {
      PeerStatistics total = statistics.total();
      reply.own.put("full", total.full());
      reply.own.put("resumed", total.resumed());
      reply.own.put("failed", total.failed());
      for (Map.Entry<CloseOutcome, Long> close : total.closes().entrySet()) {
        if (close.getValue() > 0) {
          reply.closes.put(close.getKey().name().toLowerCase(Locale.ROOT), close.getValue());
        }
      }
    }
    return reply;
  }

  /** Whether the server is refused, before it reads the request, by a name that it lacks. */
  private boolean refusesAnother(CloseableHttpClient client) {
    try (CloseableHttpResponse response = client.execute(new HttpGet(request.urlOfAnother))) {
      return false;
    } catch (IOException e) {
      return e instanceof SSLException;
    }
  }

  private CloseableHttpClient client(CountingTrustManager trust) throws GeneralSecurityException {
    return request.client == ProbeClient.STOCK
        ? Clients.stock(request, trust, protocols).build()
        : Clients.reprise(request, trust, protocols, statistics).build();
  }

  private void load(CloseableHttpClient client, ProbeReply reply) throws InterruptedException {
    ThreadPoolExecutor workers = (ThreadPoolExecutor) Executors.newFixedThreadPool(request.threads);
    workers.prestartAllCoreThreads();
    CountDownLatch ready = new CountDownLatch(request.threads);
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < request.threads; i++) {
      int share = share(i);
      workers.execute(
          () -> {
            ready.countDown();
            awaitUninterrupted(go);
            for (int k = 0; k < share; k++) {
              exchange(client);
            }
          });
    }
    ready.await();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long started = threads.getTotalStartedThreadCount();
    long begin = System.nanoTime();
    go.countDown();
    workers.shutdown();
    workers.awaitTermination(1, TimeUnit.HOURS);
    reply.millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    reply.threadsStarted = threads.getTotalStartedThreadCount() - started;
  }

  private int share(int worker) {
    return request.requests / request.threads
        + (worker < request.requests % request.threads ? 1 : 0);
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the probe", e);
    }
  }

  private void exchange(CloseableHttpClient client) {
    try (CloseableHttpResponse response = client.execute(message())) {
      EntityUtils.consume(response.getEntity());
      int status = response.getStatusLine().getStatusCode();
      if (status != 200) {
        throw new IOException("status " + status);
      }
      completed.incrementAndGet();
    } catch (IOException | RuntimeException e) {
      errors.incrementAndGet();
      firstError.compareAndSet(null, describe(e));
    }
  }

  private HttpUriRequest message() {
    if (request.method.equals("GET")) {
      return new HttpGet(request.url);
    }
    HttpPost post = new HttpPost(request.url);
    post.setEntity(new ByteArrayEntity(BODY, ContentType.TEXT_XML));
    return post;
  }

  static String describe(Throwable error) {
    StringBuilder text = new StringBuilder(error.toString());
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      text.append("; caused by ").append(cause);
    }
    return text.toString();
  }
}
