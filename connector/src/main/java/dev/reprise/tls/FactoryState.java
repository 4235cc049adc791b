package dev.reprise.tls;

import dev.reprise.tls.internal.channel.TlsState;
import dev.reprise.tls.internal.preconnect.Preconnections;
import dev.reprise.tls.internal.provider.HandshakeWatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** What a factory works with until its next reload. */
final class FactoryState extends TlsState implements ContextSocketFactory.Maker {

  /** Null if there are to be none. */
  final Preconnections preconnections;

  /** The provider's own sockets with what the settings say of a handshake. */
  final SSLSocketFactory stockSockets = new ContextSocketFactory(() -> this);

  private volatile SSLSocketFactory stock;

  /** A state without sessions; lanes are counted on with the counter given. */
  FactoryState(TlsSettings settings, LongSupplier nanoClock, LongAdder lanesMade) {
    super(settings, settings.provider(), settings.report(), nanoClock, lanesMade);
    this.preconnections =
        settings.maxPreconnectionsPerPeer() > 0
            ? new Preconnections(this, () -> new ResumingSslSocket(this).connection())
            : null;
  }

  /**
   * The provider's own sockets. Their parameters ask for the host to be verified, and a client that
   * sees this, as HttpsURLConnection does, leaves it to them. So where the provider and the trust
   * manager do not, the trust manager is watched. Their context is not the settings', which others
   * may have too.
   */
  @Override
  public SSLSocketFactory sockets(Peer peer) {
    SSLSocketFactory known = stock;
    if (known == null) {
      known =
          lanes
              .withoutLanes(
                  verifiesHost && provider.contexts.watchable()
                      ? provider.contexts.nextWatched(new HandshakeWatch())
                      : provider.contexts.plain())
              .getSocketFactory();
      stock = known;
    }
    return known;
  }

  @Override
  public SSLSocket configured(SSLSocket socket, String host) {
    boolean verified =
        settings.hostnameVerification() && (!verifiesHost || provider.contexts.watchable());
    SSLParameters parameters = provider.restrict(socket.getSSLParameters());
    parameters.setEndpointIdentificationAlgorithm(
        provider.parameters(verified).getEndpointIdentificationAlgorithm());
    socket.setSSLParameters(parameters);
    return socket;
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }
}
