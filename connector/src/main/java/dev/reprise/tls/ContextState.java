package dev.reprise.tls;

import dev.reprise.tls.internal.lane.EngineLanes;
import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.provider.ConfiguredProvider;
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
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** What a {@link ResumingSslContext} works with until its next reload. */
final class ContextState implements ContextSocketFactory.Maker, EngineLanes.Owner {

  final TlsSettings settings;
  private final ConfiguredProvider provider;
  private final boolean providerVerifies;
  private final LaneStore lanes;

  /** That of all engines and sockets by {@code stockSockets}; null for lanes. */
  private final SSLContext stock;

  /** A state without sessions; lanes are counted on with the counter given. */
  ContextState(TlsSettings settings, LongSupplier nanoClock, LongAdder lanesMade) {
    this.settings = settings;
    provider = settings.provider();
    TrustManager trust = provider.contexts.trustManager();
    providerVerifies = provider.traits.verifiesHostWith(trust);
    if (settings.hostnameVerification()
        && provider.traits != ProviderTraits.JSSE
        && !(trust instanceof X509ExtendedTrustManager)) {
      throw new IllegalSettingException(
          "provider",
          "with "
              + settings.providerName()
              + " it is not known who verifies host names. Give an X509ExtendedTrustManager, such as"
              + " those of the JDK. If the client verifies them, set hostnameVerification(false)");
    }
    lanes =
        new LaneStore(
            settings,
            provider.contexts,
            nanoClock,
            lanesMade,
            (store, peer) -> new EngineLanes(store, this, peer));
    stock =
        settings.stockSockets()
            ? lanes.withoutLanes(provider.contexts.nextWatched(new StockWatch()))
            : null;
  }

  private final class StockWatch extends HandshakeWatch {

    @Override
    protected boolean verifiesNames() {
      return settings.hostnameVerification();
    }

    @Override
    protected boolean verifiesName(String host) {
      return ContextState.this.verifiesName(host);
    }
  }

  /** The context that never makes a connection to a known peer: defaults, and what servers need. */
  SSLContext plain() {
    return provider.probe;
  }

  @Override
  public boolean verifiesName(String host) {
    return settings.hostnameVerification()
        && host != null
        && (!HostnameCheck.isKnownToProviders(host) || !providerVerifies);
  }

  /** A context for a connection to a peer. */
  SSLContext take(Peer peer) {
    return stock != null ? stock : lanes.claim(peer, null, peer.port()).lane.cache.context;
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }

  @Override
  public SSLSocketFactory sockets(Peer peer) {
    return take(peer).getSocketFactory();
  }

  /** Reports to listeners what has been resumed so far. */
  void lookAtAll() {
    long now = lanes.now();
    lanes.all().forEach(each -> each.look(now));
  }

  Stream<SSLSessionContext> sessions() {
    return Stream.concat(
        Stream.ofNullable(stock).flatMap(each -> Stream.ofNullable(each.getClientSessionContext())),
        lanes.all().stream().flatMap(each -> each.locked(each::sessions).stream()));
  }

  int sessionTimeout() {
    return lanes.sessionTimeoutSeconds();
  }

  void sessionTimeout(int seconds) {
    lanes.sessionTimeoutSeconds(seconds);
    sessions().forEach(sessions -> sessions.setSessionTimeout(seconds));
  }

  LaneCounts laneCounts() {
    return lanes.counts(LaneCounts::new);
  }

  @Override
  public void full(Peer peer, SSLSession session, FullHandshakeCause cause) {
    tell(peer, session, cause);
  }

  @Override
  public void resumed(Peer peer, SSLSession session) {
    tell(peer, session, null);
  }

  private void tell(Peer peer, SSLSession session, FullHandshakeCause cause) {
    settings
        .report()
        .handshakeCompleted(
            new Handshake(peer, session.getProtocol(), session.getCipherSuite(), cause, 0));
  }

  @Override
  public void failed(Peer peer, IOException cause) {
    settings.report().handshakeFailed(peer, cause, 0, false).run();
  }

  /**
   * Parameters for a connection to a host, which may be null. The provider refuses a name that it
   * calls illegal, unless the watch of a lane is there to verify it.
   */
  private SSLParameters parameters(String host) {
    return provider.parameters(
        host == null || HostnameCheck.isKnownToProviders(host) || !provider.contexts.watchable());
  }

  SSLEngine configured(SSLEngine engine, String host) {
    engine.setSSLParameters(parameters(host));
    return engine;
  }

  /**
   * Gives only protocols and cipher suites to an engine without a host, which may be a server's.
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

  @Override
  public SSLSocket configured(SSLSocket socket, String host) {
    socket.setSSLParameters(parameters(host));
    return socket;
  }
}
