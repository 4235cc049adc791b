package dev.reprise.tls;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** What a factory works with until its next reload: settings, and the lanes of their sessions. */
final class TlsState implements ContextSocketFactory.Maker {

  final TlsSettings settings;

  /** How many states the factory had before. */
  final long reloads;

  final TicketLanes lanes;
  final ProviderTraits traits;

  /** Whether the host name is to be verified here, since the provider is not known to do it. */
  final boolean verifiesHost;

  /** Null if there are to be none. */
  final Preconnections preconnections;

  private volatile SSLEngine defaults;
  private volatile SSLSocketFactory stock;

  /** The provider's own sockets with what the settings say of a handshake. */
  final SSLSocketFactory stockSockets = new ContextSocketFactory(() -> this);

  /** A state without sessions; lanes are counted on with the counters given. */
  TlsState(TlsSettings settings, long reloads, LongSupplier nanoClock, LongAdder lanesMade) {
    this.settings = settings;
    this.reloads = reloads;
    this.lanes =
        new TicketLanes(settings, nanoClock, lanesMade, (store, peer) -> new PeerLanes(store));
    this.traits = ProviderTraits.of(settings.probe().getProvider());
    this.verifiesHost =
        settings.hostnameVerification()
            && !traits.verifiesHostWith(settings.contexts().trustManager());
    this.preconnections = settings.maxPreconnectionsPerPeer() > 0 ? new Preconnections(this) : null;
  }

  /** An engine that never has a connection, configured as those that do; to be changed. */
  SSLEngine template() {
    SSLEngine made = settings.probe().createSSLEngine();
    made.setUseClientMode(true);
    made.setSSLParameters(settings.sslParameters());
    return made;
  }

  /**
   * The provider's own sockets. Who sees that they are told to verify the host, as
   * HttpsURLConnection does, leaves it to them: so where the provider and the trust manager do not,
   * the trust manager is watched.
   */
  @Override
  public SSLSocketFactory sockets(Peer peer) {
    SSLSocketFactory known = stock;
    if (known == null) {
      known =
          (verifiesHost && settings.contexts().watchable()
                  ? settings.contexts().nextWatched(new HandshakeWatch())
                  : settings.probe())
              .getSocketFactory();
      stock = known;
    }
    return known;
  }

  @Override
  public SSLSocket configured(SSLSocket socket, String host) {
    SSLParameters parameters = socket.getSSLParameters();
    SSLParameters wanted =
        settings.sslParameters(
            settings.hostnameVerification() && (!verifiesHost || settings.contexts().watchable()));
    if (wanted.getProtocols() != null) {
      parameters.setProtocols(wanted.getProtocols());
    }
    if (wanted.getCipherSuites() != null) {
      parameters.setCipherSuites(wanted.getCipherSuites());
    }
    parameters.setEndpointIdentificationAlgorithm(wanted.getEndpointIdentificationAlgorithm());
    socket.setSSLParameters(parameters);
    return socket;
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }

  @Override
  public boolean findsHostByAddress() {
    return traits.findsHostByAddress();
  }

  /** Such an engine that nobody changes. JSSE's keep the AccessControlContext. */
  SSLEngine defaults() {
    SSLEngine known = defaults;
    if (known == null) {
      known = OwnThreads.withoutCaller(this::template);
      defaults = known;
    }
    return known;
  }
}
