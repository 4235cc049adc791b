package dev.reprise.tls;

import static dev.reprise.tls.GivenSettings.noNull;
import static dev.reprise.tls.GivenSettings.nonEmpty;
import static dev.reprise.tls.GivenSettings.within;
import static dev.reprise.tls.IllegalSettingException.requireWithin;

import java.security.Provider;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/**
 * What a {@link ResumingSslSocketFactory} needs to know. Immutable and thread-safe; the builder is
 * neither.
 *
 * <p>A factory never shares sessions with another one: to change trust or keys, build new settings
 * and {@link ResumingSslSocketFactory#reload reload} the factory.
 */
public final class TlsSettings {

  private final GivenSettings given;
  private final ContextSource contexts;
  private final SSLContext probe;
  private final SSLParameters sslParameters;
  private final SSLParameters unverified;
  private final Listeners listeners;

  private TlsSettings(GivenSettings settings) {
    given = settings;
    contexts = given.contextSource();
    probe = contexts.plain();
    unverified = given.offer(probe);
    sslParameters = new SSLParameters(unverified.getCipherSuites(), unverified.getProtocols());
    if (given.hostnameVerification) {
      sslParameters.setEndpointIdentificationAlgorithm(HostnameCheck.HTTPS);
    }
    given.requireUsable(probe, unverified);
    listeners = new Listeners(given.listeners, given.name);
  }

  /** A builder with the defaults, which its methods name. */
  public static Builder builder() {
    return new Builder(new GivenSettings());
  }

  /**
   * A builder with all that these settings were built from: the same managers or contexts, the same
   * listeners. What it builds unchanged equals these settings in all but sessions, which no two
   * factories share. Not null.
   */
  public Builder toBuilder() {
    return new Builder(given.copy());
  }

  ContextSource contexts() {
    return contexts;
  }

  /**
   * A context of the same configuration that never makes a connection: defaults are read off it.
   */
  SSLContext probe() {
    return probe;
  }

  /** The parameters of every socket, which copies them; not to be changed. */
  SSLParameters sslParameters() {
    return sslParameters;
  }

  /**
   * The same.
   *
   * @param verified whether the provider is to verify the host, if the settings say so
   */
  SSLParameters sslParameters(boolean verified) {
    return verified ? sslParameters : unverified;
  }

  /** Name of the provider of the TLS implementation, such as {@code SunJSSE}. Not null. */
  public String providerName() {
    return probe.getProvider().getName();
  }

  /**
   * Protocol versions to offer: those set, or the provider's from TLS 1.2 on. Unmodifiable, not
   * null.
   */
  public List<String> protocols() {
    String[] protocols = sslParameters.getProtocols();
    return List.of(protocols != null ? protocols : defaults().getProtocols());
  }

  /**
   * Cipher suites to offer, in order of preference: those set, or the provider's without the weak
   * ones. Unmodifiable, not null.
   */
  public List<String> cipherSuites() {
    String[] suites = sslParameters.getCipherSuites();
    return List.of(suites != null ? suites : defaults().getCipherSuites());
  }

  private SSLParameters defaults() {
    return probe.getDefaultSSLParameters();
  }

  /** How long a close may wait for the peer to close first, 0 to 60 s. Not null. */
  public Duration closeTimeout() {
    return given.closeTimeout;
  }

  long closeTimeoutNanos() {
    return given.closeTimeout.toNanos();
  }

  /** How many bytes a close reads and discards while it waits for the peer. */
  public int drainLimit() {
    return given.drainLimit;
  }

  /** How many lanes one peer may have. */
  public int maxLanesPerPeer() {
    return given.maxLanesPerPeer;
  }

  /** For how many peers lanes are kept. */
  public int maxPeers() {
    return given.maxPeers;
  }

  /** After how long without use a lane is dropped, 1 s to 24 h. Not null. */
  public Duration laneIdleTimeout() {
    return given.laneIdleTimeout;
  }

  long laneIdleNanos() {
    return given.laneIdleTimeout.toNanos();
  }

  /**
   * For how long a session may be resumed after the full handshake that it comes from, whole
   * seconds, not null.
   */
  public Duration sessionTimeout() {
    return Duration.ofSeconds(sessionTimeoutSeconds());
  }

  int sessionTimeoutSeconds() {
    return (int) given.sessionTimeout.toSeconds();
  }

  /** How many preconnected connections one peer may have; 0 for none. */
  public int maxPreconnectionsPerPeer() {
    return given.maxPreconnectionsPerPeer;
  }

  /** How long a preconnected connection may wait to be used, 50 ms to 60 s. Not null. */
  public Duration preconnectionLifetime() {
    return given.preconnectionLifetime;
  }

  long preconnectionLifetimeNanos() {
    return given.preconnectionLifetime.toNanos();
  }

  /** Whether the certificate must match the host name. */
  public boolean hostnameVerification() {
    return given.hostnameVerification;
  }

  /** Whether an end of stream without close_notify is an error within a response. */
  public boolean requireCloseNotify() {
    return given.requireCloseNotify;
  }

  /** Whether sockets are the provider's own. */
  public boolean stockSockets() {
    return given.stockSockets;
  }

  /**
   * When the first certificate of those that the client may show expires; empty if it has none, or
   * key managers or contexts that do not tell.
   */
  public Optional<Instant> clientCertificateExpiry() {
    return given.clientCertificateExpiry();
  }

  /** What the lines of the log begin with; empty for nothing. Not null. */
  public String name() {
    return given.name;
  }

  /** The listeners that were added, in their order. Unmodifiable, not null. */
  public List<TlsListener> listeners() {
    return given.listeners;
  }

  /** What tells every listener, and those of the library itself. */
  Listeners listener() {
    return listeners;
  }

  @Override
  public String toString() {
    return "TlsSettings[provider="
        + providerName()
        + ", protocols="
        + (sslParameters.getProtocols() == null ? "default" : protocols())
        + ", hostnameVerification="
        + given.hostnameVerification
        + ", closeTimeout="
        + given.closeTimeout
        + ", maxPreconnectionsPerPeer="
        + given.maxPreconnectionsPerPeer
        + "]";
  }

  /**
   * Collects settings; {@link #build()} checks them. No method takes null, nor an array with null
   * in it: a NullPointerException tells the setting's name. Not thread-safe.
   */
  public static final class Builder {

    private final GivenSettings given;

    private Builder(GivenSettings given) {
      this.given = given;
    }

    /**
     * Trust managers, loaded once and shared by all lanes. Default: those of the JDK's default
     * trust store, which is read when the first certificate is to be checked.
     */
    public Builder trustManagers(TrustManager... managers) {
      given.trustManagers = nonEmpty("trustManagers", managers);
      return this;
    }

    /** Key managers for client authentication, shared by all lanes. Default: none. */
    public Builder keyManagers(KeyManager... managers) {
      given.keyManagers = nonEmpty("keyManagers", managers);
      return this;
    }

    /**
     * Instead of managers, a supplier that makes a <em>new</em> initialized SSLContext at each
     * call, always of the same trust and keys. It is called for each lane: load stores outside it.
     * It must be thread-safe. One that gives the same context again is refused by {@link #build()}.
     * Sockets of the factory ask its key and trust managers by their methods for engines.
     */
    public Builder sslContext(Supplier<SSLContext> contexts) {
      given.supplier = Objects.requireNonNull(contexts, "sslContext: null given");
      return this;
    }

    /**
     * The provider of the TLS implementation, such as {@code Conscrypt.newProvider()}; it need not
     * be registered. Default: the first registered one that offers TLS. Goes with managers, not
     * with an SSLContext.
     */
    public Builder provider(Provider tls) {
      Objects.requireNonNull(tls, "provider: null given");
      GivenSettings.requireSupported(tls);
      GivenSettings.requireTls(tls);
      given.provider = tls;
      return this;
    }

    /** The provider of the TLS implementation by the name under which it is registered. */
    public Builder provider(String name) {
      Objects.requireNonNull(name, "provider: null given");
      return provider(GivenSettings.registered(name));
    }

    /**
     * Protocol versions to offer, such as {@code TLSv1.3}. Default: those of the provider from TLS
     * 1.2 on. Older ones are offered only if they are named here (RFC 8996).
     */
    public Builder protocols(String... names) {
      given.protocols = noNull("protocols", names);
      return this;
    }

    /**
     * Cipher suites to offer, in order of preference. Default: the provider's, but for those that
     * Apache HttpClient leaves out as well, such as those of 3DES, RC4, or no authentication.
     */
    public Builder cipherSuites(String... names) {
      given.cipherSuites = noNull("cipherSuites", names);
      return this;
    }

    /**
     * How long a close may wait for the peer to close first (RFC 9112 section 9.6), 0 to 60 s; a
     * peer that keeps missing it is waited for less. Default 20 ms.
     */
    public Builder closeTimeout(Duration wait) {
      given.closeTimeout = within("closeTimeout", wait, Duration.ZERO, Duration.ofSeconds(60));
      return this;
    }

    /**
     * How many bytes a close reads and discards while it waits for the peer, 0 to 16 MiB; past it
     * the connection is reset. Default 16 KiB.
     */
    public Builder drainLimit(int bytes) {
      given.drainLimit = requireWithin("drainLimit", bytes, 0, 16 * 1024 * 1024);
      return this;
    }

    /**
     * How many lanes, that is handshakes and TLS 1.3 exchanges at a time that are sure to resume,
     * one peer may have; a lane holds one SSLContext and its last session. Connections past it are
     * made all the same, over a shared lane. Default 1024.
     */
    public Builder maxLanesPerPeer(int lanes) {
      given.maxLanesPerPeer = requireWithin("maxLanesPerPeer", lanes, 1, 100_000);
      return this;
    }

    /** For how many peers lanes are kept; the least recently used ones go first. Default 1000. */
    public Builder maxPeers(int peers) {
      given.maxPeers = requireWithin("maxPeers", peers, 1, 100_000);
      return this;
    }

    /** After how long without use a lane is dropped, 1 s to 24 h. Default 1 h. */
    public Builder laneIdleTimeout(Duration timeout) {
      given.laneIdleTimeout =
          within("laneIdleTimeout", timeout, Duration.ofSeconds(1), Duration.ofHours(24));
      return this;
    }

    /**
     * How long a session may be resumed, 1 s to 7 days (RFC 8446 section 4.6.1), in whole seconds;
     * a full handshake follows. Default 24 h.
     *
     * <p>It is the bound on how long a certificate that was revoked, or has expired, may go unseen,
     * for none is checked when a session is resumed. JSSE counts from the full handshake that a
     * session descends from, however often it was resumed since. A server may end a session before;
     * JSSE does not look at the lifetime that a server gives with a ticket but to discard those of
     * 0 or of more than 7 days (RFC 8446 section 4.6.1 has it that a client does not use a ticket
     * for longer): an older ticket is offered, and the server refuses it with a full handshake.
     */
    public Builder sessionTimeout(Duration timeout) {
      given.sessionTimeout =
          within("sessionTimeout", timeout, Duration.ofSeconds(1), Duration.ofDays(7));
      return this;
    }

    /**
     * How many preconnected connections one peer may have, 0 to 1000: connections opened and
     * handshaked ahead of need for a peer that is called steadily, so that a call need not wait for
     * the round trips of TCP and TLS. Each serves one request. Those that are being opened count
     * too. Default 0: none.
     */
    public Builder maxPreconnectionsPerPeer(int preconnections) {
      given.maxPreconnectionsPerPeer =
          requireWithin("maxPreconnectionsPerPeer", preconnections, 0, 1000);
      return this;
    }

    /**
     * How long a preconnected connection may wait to be used, 50 ms to 60 s; half of what a peer
     * was seen to allow, if that is less. Set it below the time that servers and whatever stands
     * between leave an idle connection alone. Default 5 s.
     */
    public Builder preconnectionLifetime(Duration lifetime) {
      given.preconnectionLifetime =
          within("preconnectionLifetime", lifetime, Duration.ofMillis(50), Duration.ofSeconds(60));
      return this;
    }

    /**
     * Whether the certificate must match the host name (RFC 9110 section 4.3.4). Default true.
     * While it is on, a client cannot turn it off on a socket.
     */
    public Builder hostnameVerification(boolean on) {
      given.hostnameVerification = on;
      return this;
    }

    /**
     * Whether an end of stream without close_notify is an error once part of a response was read
     * (RFC 8446 section 6.1, RFC 9112 section 9.8): it may be a truncated response. Default true.
     * Turn it off only for a peer known to end its responses so.
     */
    public Builder requireCloseNotify(boolean on) {
      given.requireCloseNotify = on;
      return this;
    }

    /**
     * Whether sockets are the provider's own, with the trust, keys, protocols, cipher suites and
     * host name verification of these settings and nothing else of them: no lanes, no close
     * timeout, no listeners. A switch to rule this library out where something is wrong. Default
     * false.
     */
    public Builder stockSockets(boolean on) {
      given.stockSockets = on;
      return this;
    }

    /** What the lines of the log begin with, to tell clients apart. Default: empty, for nothing. */
    public Builder name(String client) {
      given.name = Objects.requireNonNull(client, "name: null given");
      return this;
    }

    /** Adds a listener; may be called several times. */
    public Builder addListener(TlsListener listener) {
      given.add(Objects.requireNonNull(listener, "addListener: null given"));
      return this;
    }

    /**
     * Settings that will work.
     *
     * @throws IllegalSettingException if a setting is unknown to the provider, or settings
     *     contradict each other
     */
    public TlsSettings build() {
      return new TlsSettings(given.copy());
    }
  }
}
