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

/** What a {@link ResumingSslContext} works with until its next reload. */
final class ContextState extends ProviderSocketFactory.Maker implements EngineLanes.Owner {

  /** That of all engines and sockets by {@code stockSockets}; null for lanes. */
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
   * Parameters for a connection to a host, which may be null. The provider refuses a name that it
   * calls illegal, unless the watch of a lane is there to verify it.
   */
  @Override
  SSLParameters parameters(String host) {
    return provider.parameters(
        host == null || HostnameCheck.isKnownToProviders(host) || !provider.contexts.watchable());
  }

  /**
   * Gives only protocols and cipher suites to an engine without a host, which may be a server's.
   * Not by its SSLParameters: JSSE tells by identity whether it has the default protocols.
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
