package dev.reprise.tls;

import static dev.reprise.tls.GivenSettings.noNull;
import static dev.reprise.tls.GivenSettings.nonEmpty;
import static dev.reprise.tls.IllegalSettingException.requireWithin;

import dev.reprise.tls.internal.provider.ConfiguredProvider;
import dev.reprise.tls.internal.provider.ContextSource;
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
 * Settings of a {@link ResumingSslSocketFactory} or {@link ResumingSslContext}. Immutable and
 * thread-safe; the builder is neither.
 *
 * <p>Factories never share sessions. To change trust or keys, build new settings and {@link
 * ResumingSslSocketFactory#reload reload} the factory.
 */
public final class TlsSettings {

  private final GivenSettings given;
  final Listeners report;
  private volatile ConfiguredProvider provider;

  private TlsSettings(GivenSettings settings) {
    given = settings;
    report = new Listeners(given);
    if (given.hasTls()) {
      provider();
    }
  }

  /** Returns a builder with the defaults. Its methods state them. */
  public static Builder builder() {
    return new Builder(new GivenSettings());
  }

  /**
   * Returns a builder with the values that these settings were built from, including the same
   * managers or contexts and the same listeners. Factories made from the two settings share no
   * sessions.
   */
  public Builder toBuilder() {
    return new Builder(given.copy());
  }

  /**
   * Returns the provider. With the JDK's own defaults it is loaded at the first use, since no
   * setting needs to be checked before.
   */
  ConfiguredProvider provider() {
    ConfiguredProvider known = provider;
    if (known == null) {
      ContextSource contexts = given.contextSource();
      SSLContext probe = contexts.plain();
      SSLParameters offer = given.offer(probe);
      given.requireUsable(probe, offer);
      known = new ConfiguredProvider(contexts, probe, offer, given.hostnameVerification);
      provider = known;
    }
    return known;
  }

  /** Returns the name of the TLS provider, such as {@code SunJSSE}. */
  public String providerName() {
    return provider().probe.getProvider().getName();
  }

  /**
   * Returns the protocol versions to offer: those set, or the provider's from TLS 1.2 on.
   * Unmodifiable.
   */
  public List<String> protocols() {
    return List.of(offered().getProtocols());
  }

  /**
   * Returns the cipher suites to offer, in order of preference: those set, or the provider's
   * without the weak ones. Unmodifiable.
   */
  public List<String> cipherSuites() {
    return List.of(offered().getCipherSuites());
  }

  /** Returns the provider's default parameters, with the protocols and cipher suites to offer. */
  SSLParameters offered() {
    return provider().restrict(provider().probe.getDefaultSSLParameters());
  }

  /** Returns how long a close may wait for the peer to close first, 0 to 60 s. */
  public Duration closeTimeout() {
    return given.closeTimeout;
  }

  /** Returns how many lanes one peer may have. */
  public int maxLanesPerPeer() {
    return given.maxLanesPerPeer;
  }

  /** Returns how many peers may have lanes. */
  public int maxPeers() {
    return given.maxPeers;
  }

  /** Returns how long a lane may go unused before it is dropped, 1 s to 24 h. */
  public Duration laneIdleTimeout() {
    return given.laneIdleTimeout;
  }

  /**
   * Returns how long a session may be resumed after the full handshake that it comes from, 1 s to 7
   * days in whole seconds.
   */
  public Duration sessionTimeout() {
    return Duration.ofSeconds(given.sessionTimeout.toSeconds());
  }

  /** Returns how many preconnected connections one peer may have; 0 for none. */
  public int maxPreconnectionsPerPeer() {
    return given.maxPreconnectionsPerPeer;
  }

  /** Returns how long a preconnected connection may wait to be used, 50 ms to 60 s. */
  public Duration preconnectionLifetime() {
    return given.preconnectionLifetime;
  }

  /** Returns whether the certificate must match the host name. */
  public boolean hostnameVerification() {
    return given.hostnameVerification;
  }

  /** Returns whether an end of stream without close_notify within a response is an error. */
  public boolean requireCloseNotify() {
    return given.requireCloseNotify;
  }

  /** Returns whether sockets are the provider's own. */
  public boolean stockSockets() {
    return given.stockSockets;
  }

  /** Returns when the first of the client's certificates expires. Empty if none is known. */
  public Optional<Instant> clientCertificateExpiry() {
    return given.clientCertificateExpiry();
  }

  /** Returns the prefix of log lines; empty for none. */
  public String name() {
    return given.name;
  }

  /** Returns the listeners in the order in which they were added. Unmodifiable. */
  public List<TlsListener> listeners() {
    return given.listeners;
  }

  /** Shows what was set. Names the provider only if it is already loaded. */
  @Override
  public String toString() {
    return "TlsSettings[provider="
        + (provider == null ? "default" : providerName())
        + ", protocols="
        + (given.protocols == null ? "default" : List.of(given.protocols))
        + ", hostnameVerification="
        + given.hostnameVerification
        + ", closeTimeout="
        + given.closeTimeout
        + ", maxPreconnectionsPerPeer="
        + given.maxPreconnectionsPerPeer
        + "]";
  }

  /**
   * Collects settings; {@link #build()} checks them. No method takes null, nor an array that holds
   * null: a NullPointerException names the setting. Not thread-safe.
   */
  public static final class Builder {

    private final GivenSettings given;

    private Builder(GivenSettings given) {
      this.given = given;
    }

    /**
     * Sets the trust managers, which all lanes share. Default: those of the JDK's default trust
     * store, which is read when the first certificate is to be checked.
     */
    public Builder trustManagers(TrustManager... managers) {
      given.trustManagers = nonEmpty("trustManagers", managers);
      return this;
    }

    /** Sets the key managers for client authentication, which all lanes share. Default: none. */
    public Builder keyManagers(KeyManager... managers) {
      given.keyManagers = nonEmpty("keyManagers", managers);
      return this;
    }

    /**
     * Sets a supplier of contexts in place of managers. Each call must make a <em>new</em>
     * initialized SSLContext, always with the same trust and keys. It is called for each lane, from
     * any thread, so it must be thread-safe; load stores outside it. {@link #build()} refuses a
     * supplier that returns the same context again. Sockets of the factory call its key and trust
     * managers through their methods for engines.
     */
    public Builder sslContext(Supplier<SSLContext> contexts) {
      given.supplier = Objects.requireNonNull(contexts, "sslContext: null given");
      return this;
    }

    /**
     * Sets the TLS provider, such as {@code Conscrypt.newProvider()}; it need not be registered.
     * Default: the first registered one that offers TLS. Applies with managers, not with contexts.
     *
     * @throws IllegalSettingException if the provider offers no TLS or is not supported
     */
    public Builder provider(Provider tls) {
      Objects.requireNonNull(tls, "provider: null given");
      GivenSettings.requireSupported(tls);
      GivenSettings.requireTls(tls);
      given.provider = tls;
      return this;
    }

    /**
     * Sets the protocol versions to offer, such as {@code TLSv1.3}. Default: those of the provider
     * from TLS 1.2 on. Older ones are offered only if they are named here (RFC 8996).
     */
    public Builder protocols(String... names) {
      given.protocols = noNull("protocols", names);
      return this;
    }

    /**
     * Sets the cipher suites to offer, in order of preference. Default: the provider's, except the
     * weak ones that Apache HttpClient also leaves out: 3DES, RC4, suites without authentication
     * and the like.
     */
    public Builder cipherSuites(String... names) {
      given.cipherSuites = noNull("cipherSuites", names);
      return this;
    }

    /**
     * Sets how long a close may wait for the peer to close first (RFC 9112 section 9.6), 0 to 60 s.
     * Each miss halves the wait for that peer, down to 1 ms. Data that arrives meanwhile is
     * discarded; after more than 16 KiB the connection is reset. Default 20 ms.
     */
    public Builder closeTimeout(Duration wait) {
      given.closeTimeout =
          requireWithin("closeTimeout", wait, Duration.ZERO, Duration.ofSeconds(60));
      return this;
    }

    /**
     * Sets how many lanes one peer may have, 1 to 100,000. A lane holds one SSLContext with its
     * sessions. Each of its TLS 1.3 tickets lets one connection resume. Connections past the limit
     * share a lane, and cannot count on resuming. Default 1024.
     */
    public Builder maxLanesPerPeer(int lanes) {
      given.maxLanesPerPeer = requireWithin("maxLanesPerPeer", lanes, 1, 100_000);
      return this;
    }

    /**
     * Sets how many peers may have lanes, 1 to 100,000. Past that, the peer used least recently
     * loses its lanes. Default 1000.
     */
    public Builder maxPeers(int peers) {
      given.maxPeers = requireWithin("maxPeers", peers, 1, 100_000);
      return this;
    }

    /** Sets how long a lane may go unused before it is dropped, 1 s to 24 h. Default 1 h. */
    public Builder laneIdleTimeout(Duration timeout) {
      given.laneIdleTimeout =
          requireWithin("laneIdleTimeout", timeout, Duration.ofSeconds(1), Duration.ofHours(24));
      return this;
    }

    /**
     * Sets how long a session may be resumed, 1 s to 7 days (RFC 8446 section 4.6.1), in whole
     * seconds. A full handshake follows. Default 24 h.
     *
     * <p>This bounds how long a revoked or expired certificate may go unnoticed, since a resumed
     * handshake checks none. JSSE counts from the full handshake that a session comes from, however
     * often it was resumed since.
     *
     * <p>A server may end a session earlier. JSSE offers a ticket even after the lifetime that the
     * server stated, and the server then makes a full handshake. JSSE only discards tickets with a
     * stated lifetime of 0 or more than 7 days.
     */
    public Builder sessionTimeout(Duration timeout) {
      given.sessionTimeout =
          requireWithin("sessionTimeout", timeout, Duration.ofSeconds(1), Duration.ofDays(7));
      return this;
    }

    /**
     * Sets how many preconnected connections one peer may have, 0 to 1000, including those being
     * opened. For a peer that is called steadily, they connect and complete their handshakes before
     * calls need them. So a call need not wait for the round trips of TCP and TLS. Each serves one
     * request. Default 0: none.
     */
    public Builder maxPreconnectionsPerPeer(int preconnections) {
      given.maxPreconnectionsPerPeer =
          requireWithin("maxPreconnectionsPerPeer", preconnections, 0, 1000);
      return this;
    }

    /**
     * Sets how long a preconnected connection may wait to be used, 50 ms to 60 s. If a peer was
     * seen to allow less than twice this time, it is half of what the peer allows. Set it below the
     * time after which servers, firewalls and proxies end idle connections. Default 5 s.
     */
    public Builder preconnectionLifetime(Duration lifetime) {
      given.preconnectionLifetime =
          requireWithin(
              "preconnectionLifetime", lifetime, Duration.ofMillis(50), Duration.ofSeconds(60));
      return this;
    }

    /**
     * Sets whether the certificate must match the host name (RFC 9110 section 4.3.4). Default true.
     * While it is on, a client cannot turn it off on a socket of Reprise.
     */
    public Builder hostnameVerification(boolean on) {
      given.hostnameVerification = on;
      return this;
    }

    /**
     * Sets whether a response that ends without close_notify is an error (RFC 8446 section 6.1, RFC
     * 9112 section 9.8). Such a response may be truncated. Default true. Turn it off only for a
     * peer that is known to end its responses in this way.
     */
    public Builder requireCloseNotify(boolean on) {
      given.requireCloseNotify = on;
      return this;
    }

    /**
     * Sets whether sockets are the provider's own. They have the trust, keys, protocols, cipher
     * suites and host name verification of these settings, but no lanes, close timeout or
     * listeners. The client must verify the name itself with contexts from a supplier, or with a
     * plain X509TrustManager over a provider other than the JDK's. Use it to find out whether a
     * problem comes from Reprise. Default false.
     */
    public Builder stockSockets(boolean on) {
      given.stockSockets = on;
      return this;
    }

    /** Sets a prefix for log lines, to tell clients apart. Default: empty, no prefix. */
    public Builder name(String client) {
      given.name = Objects.requireNonNull(client, "name: null given");
      return this;
    }

    /** Adds a listener. May be called several times. */
    public Builder addListener(TlsListener listener) {
      given.add(Objects.requireNonNull(listener, "addListener: null given"));
      return this;
    }

    /**
     * Builds the settings.
     *
     * @throws IllegalSettingException if the provider does not know a setting, or settings
     *     contradict each other
     */
    public TlsSettings build() {
      return new TlsSettings(given.copy());
    }
  }
}
