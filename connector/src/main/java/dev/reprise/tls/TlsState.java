package dev.reprise.tls;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocket;

/** What a factory works with until its next reload: settings, and the lanes of their sessions. */
final class TlsState {

  final TlsSettings settings;

  /** How many states the factory had before. */
  final long reloads;

  final TicketLanes lanes;
  final ProviderTraits traits;

  /** Null with any other provider. */
  final ConscryptGroups conscryptGroups;

  /** Whether the host name is to be verified here, since the provider is not known to do it. */
  final boolean verifiesHost;

  /** Null if there are to be none. */
  final Preconnections preconnections;

  /** A state without sessions; lanes are counted on with the counters given. */
  TlsState(TlsSettings settings, long reloads, LongSupplier nanoClock, LongAdder lanesMade) {
    this.settings = settings;
    this.reloads = reloads;
    this.lanes =
        new TicketLanes(settings, nanoClock, lanesMade, (store, peer) -> new PeerLanes(store));
    this.traits = ProviderTraits.of(settings.probe().getProvider());
    this.conscryptGroups =
        traits == ProviderTraits.CONSCRYPT
            ? new ConscryptGroups(settings.probe().getProvider())
            : null;
    this.verifiesHost =
        settings.hostnameVerification()
            && !traits.verifiesHostWith(settings.contexts().trustManager());
    this.preconnections = settings.maxPreconnectionsPerPeer() > 0 ? new Preconnections(this) : null;
  }

  /** A socket that is never connected, configured as those that are. */
  SSLSocket template() {
    try {
      SSLSocket made = (SSLSocket) settings.probe().getSocketFactory().createSocket();
      made.setSSLParameters(settings.sslParameters());
      return made;
    } catch (IOException e) {
      throw new IllegalStateException("The TLS provider makes no unconnected socket", e);
    }
  }
}
