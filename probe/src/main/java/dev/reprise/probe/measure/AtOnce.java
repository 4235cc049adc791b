package dev.reprise.probe.measure;

import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocketFactory;

/**
 * Calls that run at the same time: as stock Java makes them, with one SSLContext for all, and with
 * Reprise. Connections are opened one after the other, and their handshakes begin together.
 */
final class AtOnce {

  private final Target target;
  private final Credentials credentials;
  private final Budget budget;
  private final InetAddress address;
  private final byte[] request;
  private IOException lastFailure;

  AtOnce(
      Target target, Credentials credentials, Budget budget, InetAddress address, boolean closing) {
    this.target = target;
    this.credentials = credentials;
    this.budget = budget;
    this.address = address;
    this.request = target.request(closing);
  }

  void stock(Facts.Resumption into) throws InterruptedException {
    run(into, credentials.newContext().getSocketFactory());
  }

  void reprise(Facts.Resumption into) throws InterruptedException {
    TlsSettings.Builder settings = TlsSettings.builder().trustManagers(credentials.trustManagers);
    if (credentials.hasKeys) {
      settings.keyManagers(credentials.keyManagers);
    }
    run(into, new ResumingSslSocketFactory(settings.build()));
  }

  private void run(Facts.Resumption into, SSLSocketFactory factory) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(budget.atOnce);
    try {
      for (int wave = 0; wave < budget.waves; wave++) {
        budget.connections(budget.atOnce);
        wave(wave == 0 ? new Facts.Resumption() : into, factory, threads);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void wave(Facts.Resumption into, SSLSocketFactory factory, ExecutorService threads)
      throws InterruptedException {
    List<Future<Boolean>> calls = new ArrayList<>();
    CountDownLatch together = new CountDownLatch(1);
    for (int i = 0; i < budget.atOnce; i++) {
      try {
        TlsConnection connection = TlsConnection.open(target, address, factory);
        Callable<Boolean> call =
            () -> {
              try (connection) {
                together.await();
                budget.request();
                connection.handshake();
                connection.exchange(request);
                connection.closeAsClient();
                return connection.isResumed();
              }
            };
        calls.add(threads.submit(call));
      } catch (IOException e) {
        into.failed++;
        lastFailure = e;
      }
    }
    together.countDown();
    for (Future<Boolean> each : calls) {
      try {
        into.resumed += each.get() ? 1 : 0;
        into.tried++;
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
}
