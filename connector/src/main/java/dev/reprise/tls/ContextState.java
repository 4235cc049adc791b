package dev.reprise.tls;

import dev.reprise.tls.internal.lane.EngineLanes;
import dev.reprise.tls.internal.provider.HandshakeWatch;
import dev.reprise.tls.internal.provider.HostnameCheck;
import dev.reprise.tls.internal.provider.ProviderTraits;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;

/** Holds the settings and lanes of a {@link ResumingSslContext}; each reload makes a new one. */
final class ContextState extends ProviderSocketFactory.Maker implements EngineLanes.Owner {

  /** With {@code stockSockets}, the context of all engines and sockets; otherwise null. */
  private final SSLContext stock;

  ContextState(TlsSettings settings, LongSupplier nanoClock, LongAdder lanesMade) {
    super(settings, nanoClock, lanesMade);
    if (verifiesHost && provider.traits != ProviderTraits.JSSE && !provider.contexts.watchable()) {
      throw new IllegalSettingException(
          "provider",
          "with "
              + settings.providerName()
              + " it is not known who verifies host names. Give an X509ExtendedTrustManager, such as"
              + " those of the JDK. If the client verifies them, set hostnameVerification(false)");
    }
    stock =
        settings.stockSockets()
            ? lanes.withoutLanes(provider.contexts.nextWatched(new StockWatch()))
            : null;
  }

  private final class StockWatch extends HandshakeWatch {
    @Override
    protected boolean verifiesName(String host) {
      return ContextState.this.verifiesName(host);
    }
  }

  @Override
  public boolean verifiesName(String host) {
    return host != null
        && (verifiesHost
            || settings.hostnameVerification() && !HostnameCheck.isKnownToProviders(host));
  }

  SSLContext take(Peer peer) {
    return stock != null ? stock : lanes.claim(peer, null, peer.port()).lane.cache.context;
  }

  @Override
  SSLSocketFactory sockets(Peer peer) {
    return take(peer).getSocketFactory();
  }

  Stream<SSLSessionContext> sessions() {
    return Stream.concat(
        Stream.ofNullable(stock).flatMap(each -> Stream.ofNullable(each.getClientSessionContext())),
        lanes.all().stream().flatMap(each -> each.locked(each::sessions).stream()));
  }

  @Override
  public void handshaked(Peer peer, SSLSession session, FullHandshakeCause cause) {
    report.handshakeCompleted(
        new Handshake(peer, session.getProtocol(), session.getCipherSuite(), cause, 0));
  }

  @Override
  public void failed(Peer peer, IOException cause) {
    report.handshakeFailed(peer, cause, 0, false).run();
  }

  /**
   * Returns parameters for a connection to the host, which may be null. Providers refuse some host
   * names as illegal. If the trust manager can be watched, the lane's watch verifies those instead.
   */
  @Override
  SSLParameters parameters(String host) {
    return provider.parameters(
        host == null || HostnameCheck.isKnownToProviders(host) || !provider.contexts.watchable());
  }

  /**
   * Sets only protocols and cipher suites on an engine without a host, which may serve as a server.
   * Does not use SSLParameters: JSSE recognizes its default protocols by identity, not by value.
   */
  SSLEngine withoutHost(SSLEngine engine) {
    SSLParameters wanted = provider.parameters(false);
    if (wanted.getProtocols() != null) {
      engine.setEnabledProtocols(wanted.getProtocols());
    }
    if (wanted.getCipherSuites() != null) {
      engine.setEnabledCipherSuites(wanted.getCipherSuites());
    }
    return engine;
  }
}
