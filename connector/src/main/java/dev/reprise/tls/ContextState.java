package dev.reprise.tls;

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
import javax.net.ssl.X509ExtendedTrustManager;

/** What a {@link ResumingSslContext} works with until its next reload. */
final class ContextState implements ContextSocketFactory.Maker {

  final TlsSettings settings;
  private final LongAdder full;
  private final LongAdder handedOut;
  private final ProviderTraits traits;
  private final boolean providerVerifies;
  private final TicketLanes lanes;
  private final TurnLanes unknown;

  /** A state without sessions; the counters go on. */
  ContextState(
      TlsSettings settings,
      LongSupplier nanoClock,
      LongAdder full,
      LongAdder handedOut,
      LongAdder lanesMade) {
    this.settings = settings;
    this.full = full;
    this.handedOut = handedOut;
    traits = ProviderTraits.of(settings.probe().getProvider());
    providerVerifies = traits.verifiesHostWith(settings.contexts().trustManager());
    if (settings.hostnameVerification()
        && traits != ProviderTraits.JSSE
        && !(settings.contexts().trustManager() instanceof X509ExtendedTrustManager)) {
      throw new IllegalSettingException(
          "provider",
          "with "
              + settings.providerName()
              + " nothing is known to verify host names. Give an X509ExtendedTrustManager, such as"
              + " those of the JDK. If the client verifies them, set hostnameVerification(false)");
    }
    lanes =
        new TicketLanes(
            settings, nanoClock, lanesMade, (store, peer) -> new EngineLanes(store, this, peer));
    unknown = new TurnLanes(lanes, this);
  }

  /** The context that never makes a connection to a known peer: defaults, and what servers need. */
  SSLContext plain() {
    return settings.probe();
  }

  /** Whether the name is to be verified here, in the full handshake. */
  boolean verifiesName(String host) {
    return settings.hostnameVerification()
        && host != null
        && (!HostnameCheck.isKnownToProviders(host) || !providerVerifies);
  }

  /** A context for a connection to a peer; null for one that is not known yet. */
  SSLContext take(Peer peer) {
    handedOut.increment();
    LaneLease lease =
        peer == null || settings.stockSockets()
            ? unknown.lease(null, lanes.now())
            : lanes.lease(peer, null, peer.port());
    return lease.lane().cache.context;
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
    all().forEach(each -> each.look(now));
  }

  private Stream<PeerLanes> all() {
    return Stream.concat(Stream.of(unknown), lanes.all().stream());
  }

  Stream<SSLSessionContext> sessions() {
    return all().flatMap(each -> each.locked(each::sessions).stream());
  }

  int sessionTimeout() {
    return lanes.sessionTimeoutSeconds();
  }

  void sessionTimeout(int seconds) {
    lanes.sessionTimeoutSeconds(seconds);
    sessions().forEach(sessions -> sessions.setSessionTimeout(seconds));
  }

  LaneCounts laneCounts() {
    return lanes.counts(unknown);
  }

  void full(Peer peer, SSLSession session, FullHandshakeCause cause) {
    full.increment();
    tell(peer, session, cause);
  }

  /** So many handshakes have resumed a session like this one. */
  void resumed(Peer peer, SSLSession session, int times) {
    for (int i = 0; i < times; i++) {
      tell(peer, session, null);
    }
  }

  private void tell(Peer peer, SSLSession session, FullHandshakeCause cause) {
    Handshake done = new Handshake(session.getProtocol(), session.getCipherSuite(), cause, 0);
    settings.listener().handshakeCompleted(new HandshakeCompleted(peer, done));
  }

  void failed(Peer peer, IOException cause) {
    settings.listener().handshakeFailed(new HandshakeFailed(peer, cause, 0, false));
  }

  /**
   * Parameters for a connection to a host, which may be null. The provider refuses a name that it
   * calls illegal, unless the watch of a lane is there to verify it.
   */
  private SSLParameters parameters(String host) {
    return settings.sslParameters(
        host == null || HostnameCheck.isKnownToProviders(host) || !settings.contexts().watchable());
  }

  @Override
  public boolean findsHostByAddress() {
    return traits.findsHostByAddress();
  }

  SSLEngine configured(SSLEngine engine, String host) {
    engine.setSSLParameters(parameters(host));
    return engine;
  }

  /**
   * Gives only protocols and cipher suites to an engine without a host, which may be a server's.
   */
  SSLEngine withoutHost(SSLEngine engine) {
    SSLParameters wanted = settings.sslParameters(false);
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
