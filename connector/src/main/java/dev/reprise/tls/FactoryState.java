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

/** What a factory works with until its next reload. */
final class FactoryState extends ProviderSocketFactory.Maker {

  /** Null if there are to be none. */
  final Preconnections preconnections;

  /** No monitor, since a context is made: that would pin virtual threads. */
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
   * The provider's own sockets. Their parameters ask for the host to be verified, and a client that
   * sees this, as HttpsURLConnection does, leaves it to them. So where the provider and the trust
   * manager do not, the trust manager is watched. Their context is not the settings', which others
   * may have too.
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

  /** Those that verify the host, unless nothing is known to do so. */
  @Override
  SSLParameters parameters(String host) {
    return provider.parameters(!verifiesHost || provider.contexts.watchable());
  }
}
