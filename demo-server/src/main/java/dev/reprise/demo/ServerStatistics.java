package dev.reprise.demo;

import java.nio.channels.SelectableChannel;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/**
 * Counts what the server sees. A handshake is a full one if JSSE took the server's certificate from
 * the key manager while it lasted: a resumed handshake presents none, in TLS 1.2 and in 1.3.
 *
 * <p>Safe for use by several threads: an engine's handshake ends after its certificate was taken,
 * and all counters are adders.
 */
final class ServerStatistics implements SslHandshakeListener, SelectorManager.AcceptListener {
  private final Set<SSLEngine> presentedCertificate = ConcurrentHashMap.newKeySet();
  private final Map<String, Counts> completed = new ConcurrentHashMap<>();
  private final LongAdder connections = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder failed = new LongAdder();

  @Override
  public void onAccepting(SelectableChannel channel) {
    connections.increment();
  }

  void certificatePresented(SSLEngine engine) {
    presentedCertificate.add(engine);
  }

  @Override
  public void handshakeSucceeded(Event event) {
    SSLEngine engine = event.getSSLEngine();
    Counts counts =
        completed.computeIfAbsent(engine.getSession().getProtocol(), version -> new Counts());
    boolean full = presentedCertificate.remove(engine);
    (full ? counts.full : counts.resumed).increment();
  }

  @Override
  public void handshakeFailed(Event event, Throwable failure) {
    presentedCertificate.remove(event.getSSLEngine());
    failed.increment();
  }

  void forget(SSLEngine engine) {
    presentedCertificate.remove(engine);
  }

  void requestReceived() {
    requests.increment();
  }

  DemoStats snapshot() {
    Map<String, DemoStats.Handshakes> byVersion = new TreeMap<>();
    completed.forEach((version, counts) -> byVersion.put(version, counts.snapshot()));
    return new DemoStats(
        connections.sum(),
        requests.sum(),
        byVersion.values().stream().mapToLong(DemoStats.Handshakes::full).sum(),
        byVersion.values().stream().mapToLong(DemoStats.Handshakes::resumed).sum(),
        failed.sum(),
        Map.copyOf(byVersion));
  }

  void reset() {
    connections.reset();
    requests.reset();
    failed.reset();
    completed.clear();
  }

  private static final class Counts {
    final LongAdder full = new LongAdder();
    final LongAdder resumed = new LongAdder();

    DemoStats.Handshakes snapshot() {
      return new DemoStats.Handshakes(full.sum(), resumed.sum());
    }
  }
}
