package dev.reprise.probe.measure;

import dev.reprise.probe.wire.Handshake;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Calls that run at the same time: as stock Java makes them, with one SSLContext for all, and with
 * Reprise. Connections are opened one after the other, and their handshakes begin together.
 */
final class AtOnce {

  private final Target target;
  private final Credentials credentials;
  private final Timeouts timeouts;
  private final Budget budget;
  private final InetAddress address;
  private final boolean closing;
  private IOException lastFailure;

  AtOnce(
      Target target,
      Credentials credentials,
      Timeouts timeouts,
      Budget budget,
      InetAddress address,
      boolean closing) {
    this.target = target;
    this.credentials = credentials;
    this.timeouts = timeouts;
    this.budget = budget;
    this.address = address;
    this.closing = closing;
  }

  /** What one call came to. */
  private static final class Outcome {
    final boolean resumed;
    final double closeMillis;

    Outcome(boolean resumed, double closeMillis) {
      this.resumed = resumed;
      this.closeMillis = closeMillis;
    }
  }

  /** A connection that is open, its call not yet made. */
  private interface Call extends AutoCloseable {
    Outcome make() throws IOException;

    @Override
    void close() throws IOException;
  }

  private interface Opening {
    Call open() throws IOException;
  }

  void stock(Plan plan, Facts.Resumption into) throws InterruptedException {
    SSLContext shared = credentials.newContext();
    run(plan, into, () -> new StockCall(shared));
  }

  void reprise(Plan plan, Facts.Resumption into) throws InterruptedException {
    ThreadLocal<Boolean> resumed = new ThreadLocal<>();
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(settings(event -> resumed.set(event.handshake().resumed())));
    run(plan, into, () -> new RepriseCall(factory, resumed));
  }

  private TlsSettings settings(java.util.function.Consumer<HandshakeCompleted> listener) {
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .trustManagers(credentials.trustManagers())
            .addListener(
                new TlsListener() {
                  @Override
                  public void handshakeCompleted(HandshakeCompleted event) {
                    listener.accept(event);
                  }
                });
    if (credentials.hasKeys()) {
      settings.keyManagers(credentials.keyManagers());
    }
    return settings.build();
  }

  private void run(Plan plan, Facts.Resumption into, Opening opening) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(plan.atOnce());
    try {
      for (int wave = 0; wave < plan.waves(); wave++) {
        budget.connections(plan.atOnce());
        wave(plan, wave == 0 ? new Facts.Resumption() : into, opening, threads);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void wave(Plan plan, Facts.Resumption into, Opening opening, ExecutorService threads)
      throws InterruptedException {
    List<Future<Outcome>> outcomes = new ArrayList<>();
    CountDownLatch together = new CountDownLatch(1);
    for (int i = 0; i < plan.atOnce(); i++) {
      try {
        Call call = opening.open();
        Callable<Outcome> task =
            () -> {
              try (call) {
                together.await();
                budget.request();
                return call.make();
              }
            };
        outcomes.add(threads.submit(task));
      } catch (IOException e) {
        into.failed++;
        lastFailure = e;
      }
    }
    together.countDown();
    for (Future<Outcome> each : outcomes) {
      try {
        Outcome outcome = each.get();
        into.tried++;
        into.resumed += outcome.resumed ? 1 : 0;
        into.closeMillis.add(outcome.closeMillis);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof IOException)) {
          throw new IllegalStateException(e.getCause());
        }
        into.failed++;
        lastFailure = (IOException) e.getCause();
      }
    }
  }

  Optional<String> lastFailure(Failures failures) {
    return Optional.ofNullable(lastFailure).map(e -> failures.of(e).getMessage());
  }

  private final class StockCall implements Call {

    private final TlsConnection connection;

    StockCall(SSLContext shared) throws IOException {
      connection = TlsConnection.open(target, address, shared, timeouts);
    }

    @Override
    public Outcome make() throws IOException {
      connection.handshake();
      boolean resumed = connection.seen().map(Handshake::isResumed).orElse(false);
      connection.exchange(target.request(closing));
      return new Outcome(resumed, connection.closeAsStock());
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  private final class RepriseCall implements Call {

    private final SSLSocket socket;
    private final ThreadLocal<Boolean> resumed;

    RepriseCall(ResumingSslSocketFactory factory, ThreadLocal<Boolean> resumed) throws IOException {
      this.resumed = resumed;
      socket = (SSLSocket) factory.createSocket();
      try {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) timeouts.read().toMillis());
        InetAddress named = InetAddress.getByAddress(target.host(), address.getAddress());
        socket.connect(new InetSocketAddress(named, target.port()), (int) timeouts.connectMillis());
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }

    @Override
    public Outcome make() throws IOException {
      resumed.remove();
      socket.startHandshake();
      boolean wasResumed = Boolean.TRUE.equals(resumed.get());
      socket.getOutputStream().write(target.request(closing));
      socket.getOutputStream().flush();
      HttpResponse.read(new BufferedInputStream(socket.getInputStream()));
      socket.setSoTimeout((int) TlsConnection.LONGEST_CLOSE.toMillis());
      long began = System.nanoTime();
      socket.close();
      return new Outcome(wasResumed, (System.nanoTime() - began) / 1e6);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
