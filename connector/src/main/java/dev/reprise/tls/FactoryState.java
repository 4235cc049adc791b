package dev.reprise.tls;

import dev.reprise.tls.internal.channel.Tcp;
import dev.reprise.tls.internal.preconnect.Preconnections;
import dev.reprise.tls.internal.provider.HandshakeWatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;

/** Holds the settings and lanes of a factory; each reload makes a new one. */
final class FactoryState extends ProviderSocketFactory.Maker {

  /** Null if the settings allow none. */
  final Preconnections preconnections;

  /** Not a monitor: making a context while holding one would pin virtual threads. */
  private final Lock lock = new ReentrantLock();

  private SSLSocketFactory stock;

  FactoryState(TlsSettings settings, LongSupplier nanoClock, LongAdder lanesMade) {
    super(settings, nanoClock, lanesMade);
    this.preconnections =
        settings.maxPreconnectionsPerPeer() > 0
            ? new Preconnections(
                this, () -> new ResumingSslSocket(this, new Tcp(), true, null).connection)
            : null;
  }

  /**
   * Returns a factory of the provider's own sockets. Their parameters ask for host name
   * verification; a client that sees this, such as HttpsURLConnection, verifies nothing itself. So
   * if neither provider nor trust manager is known to verify, the trust manager is watched. The
   * context is a new one, since other factories may share that of the settings.
   */
  @Override
  SSLSocketFactory sockets(Peer peer) {
    lock.lock();
    try {
      if (stock == null) {
        stock =
            lanes
                .withoutLanes(
                    verifiesHost && provider.contexts.watchable()
                        ? provider.contexts.nextWatched(new HandshakeWatch())
                        : provider.contexts.plain())
                .getSocketFactory();
      }
      return stock;
    } finally {
      lock.unlock();
    }
  }

  /** Returns parameters that ask for the host to be verified, unless nothing is known to do so. */
  @Override
  SSLParameters parameters(String host) {
    return provider.parameters(!verifiesHost || provider.contexts.watchable());
  }
}
