package dev.reprise.demo;

import java.nio.channels.SelectableChannel;
import java.util.List;
import java.util.Set;
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
  private final LongAdder connections = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder full = new LongAdder();
  private final LongAdder resumed = new LongAdder();
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
    (presentedCertificate.remove(event.getSSLEngine()) ? full : resumed).increment();
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
    return new DemoStats(
        connections.sum(), requests.sum(), full.sum(), resumed.sum(), failed.sum());
  }

  void reset() {
    List.of(connections, requests, full, resumed, failed).forEach(LongAdder::reset);
  }
}
