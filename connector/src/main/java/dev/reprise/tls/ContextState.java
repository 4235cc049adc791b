package dev.reprise.tls;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/** What a {@link ResumingSslContext} works with until its next reload. */
final class ContextState {

  final TlsSettings settings;
  final LongAdder full;
  final LongAdder handedOut;
  final LongAdder lanesMade;
  final LongAdder lanesDropped;
  private final LongSupplier nanoClock;
  private final ProviderTraits traits;
  private final boolean providerVerifies;
  private final Map<Peer, ContextLanes> peers = new ConcurrentHashMap<>();
  private final ContextLanes unknown;
  private final AtomicLong sweptAt;
  private volatile int sessionTimeout;

  /** A state without sessions; the counters go on. */
  ContextState(
      TlsSettings settings,
      LongSupplier nanoClock,
      LongAdder full,
      LongAdder handedOut,
      LongAdder lanesMade,
      LongAdder lanesDropped) {
    this.settings = settings;
    this.sessionTimeout = settings.sessionTimeoutSeconds();
    this.nanoClock = nanoClock;
    this.full = full;
    this.handedOut = handedOut;
    this.lanesMade = lanesMade;
    this.lanesDropped = lanesDropped;
    traits = ProviderTraits.of(settings.probe().getProvider());
    providerVerifies = traits.verifiesHostWith(settings.contexts().trustManager());
    if (settings.hostnameVerification()
        && traits != ProviderTraits.JSSE
        && !(settings.contexts().trustManager() instanceof X509ExtendedTrustManager)) {
      throw new IllegalSettingException(
          "provider",
          "with "
              + settings.providerName()
              + " nothing is known to verify host names; give an X509ExtendedTrustManager, as"
              + " those of the JDK are, or, if the client verifies them, set"
              + " hostnameVerification(false)");
    }
    long now = nanoClock.getAsLong();
    unknown = new ContextLanes(this, null, now);
    sweptAt = new AtomicLong(now);
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
    long now = nanoClock.getAsLong();
    handedOut.increment();
    sweep(now);
    return lanes(peer, now).take(now).context();
  }

  private ContextLanes lanes(Peer peer, long now) {
    if (peer == null || settings.stockSockets()) {
      return unknown;
    }
    ContextLanes known = peers.get(peer);
    if (known == null) {
      known = peers.computeIfAbsent(peer, p -> new ContextLanes(this, p, now));
      while (peers.size() > settings.maxPeers() && dropLeastRecentlyUsed(peer)) {}
    }
    return known;
  }

  private boolean dropLeastRecentlyUsed(Peer spared) {
    Peer oldest = null;
    long usedAt = 0;
    for (Map.Entry<Peer, ContextLanes> entry : peers.entrySet()) {
      long used = entry.getValue().usedAt();
      if (!entry.getKey().equals(spared) && (oldest == null || used - usedAt < 0)) {
        oldest = entry.getKey();
        usedAt = used;
      }
    }
    ContextLanes gone = oldest == null ? null : peers.remove(oldest);
    if (gone != null) {
      lanesDropped.add(gone.liveLanes());
    }
    return oldest != null;
  }

  private void sweep(long now) {
    long idle = settings.laneIdleNanos();
    long last = sweptAt.get();
    if (now - last < idle / 4 || !sweptAt.compareAndSet(last, now)) {
      return;
    }
    unknown.dropIdle(now, idle);
    for (Map.Entry<Peer, ContextLanes> entry : peers.entrySet()) {
      ContextLanes lanes = entry.getValue();
      lanes.dropIdle(now, idle);
      if (now - lanes.usedAt() > idle && peers.remove(entry.getKey(), lanes)) {
        lanesDropped.add(lanes.liveLanes());
      }
    }
  }

  /** Has listeners told of what has been resumed so far. */
  void lookAtAll() {
    long now = nanoClock.getAsLong();
    unknown.lookAtAll(now);
    peers.values().forEach(lanes -> lanes.lookAtAll(now));
  }

  /** The session caches of all lanes that there are now. */
  Stream<SSLSessionContext> sessions() {
    return Stream.concat(Stream.of(unknown), peers.values().stream())
        .flatMap(ContextLanes::sessions);
  }

  int sessionTimeout() {
    return sessionTimeout;
  }

  /** Sets the timeout of the sessions that there are, and of those to come. */
  void sessionTimeout(int seconds) {
    sessionTimeout = seconds;
    sessions().forEach(sessions -> sessions.setSessionTimeout(seconds));
  }

  int liveLanes() {
    return unknown.liveLanes() + peers.values().stream().mapToInt(ContextLanes::liveLanes).sum();
  }

  /**
   * Parameters for a connection to a host, which may be null. The provider refuses a name that it
   * calls illegal, unless the watch of a lane is there to verify it.
   */
  private SSLParameters parameters(String host) {
    return settings.sslParameters(
        host == null || HostnameCheck.isKnownToProviders(host) || !settings.contexts().watchable());
  }

  /** Whether a socket layered with a null host takes the name of its address. */
  boolean findsHostByAddress() {
    return traits.findsHostByAddress();
  }

  SSLEngine configured(SSLEngine engine, String host) {
    engine.setSSLParameters(parameters(host));
    return engine;
  }

  /** Gives an engine for no host, which may be a server's, protocols and cipher suites alone. */
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

  SSLSocket configured(SSLSocket socket, String host) {
    socket.setSSLParameters(parameters(host));
    return socket;
  }
}
