package dev.reprise.tls;

import static dev.reprise.tls.IllegalSettingException.requireWithin;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;

/**
 * What a {@link ResumingSslSocketFactory} needs to know. Immutable and thread-safe; the builder is
 * neither.
 *
 * <p>A factory never shares sessions with another one: to change trust or keys, build new settings
 * and {@link ResumingSslSocketFactory#reload reload} the factory.
 */
public final class TlsSettings {

  private static final List<String> KEY_TYPES = List.of("EC", "RSA", "EdDSA", "RSASSA-PSS", "DSA");

  private final Builder given;
  private final ContextSource contexts;
  private final SSLContext probe;
  private final String[] protocols;
  private final SSLParameters sslParameters;
  private final SSLParameters unverified;
  private final long closeTimeoutNanos;
  private final int drainLimit;
  private final int maxLanesPerPeer;
  private final int maxPeers;
  private final long laneIdleNanos;
  private final int sessionTimeoutSeconds;
  private final int maxPreconnectionsPerPeer;
  private final long preconnectionLifetimeNanos;
  private final boolean hostnameVerification;
  private final boolean requireCloseNotify;
  private final boolean stockSockets;
  private final Listeners listeners;

  private TlsSettings(Builder builder) {
    given = builder;
    contexts = builder.contextSource();
    probe = contexts.next(new FullHandshakeWitness());
    requireSupported(probe.getProvider());
    SSLParameters supported = supported(probe);
    String provider = probe.getProvider().getName();
    SSLParameters enabled = probe.getDefaultSSLParameters();
    protocols =
        builder.protocols == null
            ? WeakTls.strongProtocols(enabled.getProtocols())
            : known("protocols", "protocol", builder.protocols, supported.getProtocols(), provider);
    String[] cipherSuites =
        builder.cipherSuites == null
            ? WeakTls.strongCipherSuites(enabled.getCipherSuites())
            : known(
                "cipherSuites",
                "cipher suite",
                builder.cipherSuites,
                supported.getCipherSuites(),
                provider);
    sslParameters = sslParameters(protocols, cipherSuites, builder.hostnameVerification);
    unverified = sslParameters(protocols, cipherSuites, false);
    closeTimeoutNanos = builder.closeTimeout.toNanos();
    drainLimit = builder.drainLimit;
    maxLanesPerPeer = builder.maxLanesPerPeer;
    maxPeers = builder.maxPeers;
    laneIdleNanos = builder.laneIdleTimeout.toNanos();
    sessionTimeoutSeconds = (int) builder.sessionTimeout.toSeconds();
    maxPreconnectionsPerPeer = builder.maxPreconnectionsPerPeer;
    preconnectionLifetimeNanos = builder.preconnectionLifetime.toNanos();
    hostnameVerification = builder.hostnameVerification;
    requireCloseNotify = builder.requireCloseNotify;
    stockSockets = builder.stockSockets;
    requireUsable();
    listeners = new Listeners(builder.listeners, builder.name);
  }

  private static void requireSupported(Provider provider) {
    if (provider.getName().equals("openssl")) {
      throw new IllegalSettingException(
          "provider",
          "WildFly OpenSSL is not supported: its sockets read past the end of TLS and cannot be"
              + " closed while they are used; take Conscrypt or the JDK's");
    }
  }

  private static String[] known(
      String setting, String noun, String[] wanted, String[] supported, String provider) {
    if (wanted.length == 0) {
      throw new IllegalSettingException(
          setting, "the list is empty; leave it out for the provider's defaults");
    }
    List<String> known = Arrays.asList(supported);
    for (String name : wanted) {
      if (!known.contains(name)) {
        throw new IllegalSettingException(
            setting, "unknown " + noun + " '" + name + "'; " + provider + " supports " + known);
      }
    }
    return wanted.clone();
  }

  private static SSLParameters supported(SSLContext context) {
    try {
      return context.getSupportedSSLParameters();
    } catch (IllegalStateException e) {
      throw new IllegalSettingException(
          "sslContext", "the SSLContext is not initialized; call its init first", e);
    }
  }

  /**
   * JSSE takes versions and suites that it knows and will not use, such as those of {@code
   * jdk.tls.disabledAlgorithms}, and fails at each handshake then. So a ClientHello is made here.
   */
  private void requireUsable() {
    if (given.protocols == null && given.cipherSuites == null) {
      return;
    }
    try {
      SSLEngine engine = probe.createSSLEngine();
      engine.setUseClientMode(true);
      engine.setSSLParameters(unverified);
      engine.beginHandshake();
    } catch (SSLException | IllegalArgumentException | IllegalStateException e) {
      throw new IllegalSettingException(
          given.protocols != null ? "protocols" : "cipherSuites",
          "no handshake is possible with "
              + (given.protocols != null ? protocols() : cipherSuites())
              + (given.protocols != null && given.cipherSuites != null
                  ? " and the cipherSuites " + cipherSuites()
                  : "")
              + (ProviderTraits.of(probe.getProvider()) == ProviderTraits.JSSE
                  ? "; the security property jdk.tls.disabledAlgorithms may forbid it"
                  : " by the provider " + probe.getProvider().getName()),
          e);
    } catch (UnsupportedOperationException e) {
      // A context without engines tells at the first call.
    }
  }

  /** A builder with the defaults, which its methods name. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A builder with all that these settings were built from: the same managers or contexts, the same
   * listeners. What it builds unchanged equals these settings in all but sessions, which no two
   * factories share. Not null.
   */
  public Builder toBuilder() {
    return new Builder(given);
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

  private static SSLParameters sslParameters(
      String[] protocols, String[] cipherSuites, boolean hostnameVerification) {
    SSLParameters parameters = new SSLParameters(cipherSuites, protocols);
    if (hostnameVerification) {
      parameters.setEndpointIdentificationAlgorithm(HostnameCheck.HTTPS);
    }
    return parameters;
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
    return Duration.ofNanos(closeTimeoutNanos);
  }

  long closeTimeoutNanos() {
    return closeTimeoutNanos;
  }

  /** How many bytes a close reads and discards while it waits for the peer. */
  public int drainLimit() {
    return drainLimit;
  }

  /** How many lanes one peer may have. */
  public int maxLanesPerPeer() {
    return maxLanesPerPeer;
  }

  /** For how many peers lanes are kept. */
  public int maxPeers() {
    return maxPeers;
  }

  /** After how long without use a lane is dropped, 1 s to 24 h. Not null. */
  public Duration laneIdleTimeout() {
    return Duration.ofNanos(laneIdleNanos);
  }

  long laneIdleNanos() {
    return laneIdleNanos;
  }

  /**
   * For how long a session may be resumed after the full handshake that it comes from, whole
   * seconds, not null.
   */
  public Duration sessionTimeout() {
    return Duration.ofSeconds(sessionTimeoutSeconds);
  }

  int sessionTimeoutSeconds() {
    return sessionTimeoutSeconds;
  }

  /** How many preconnected connections one peer may have; 0 for none. */
  public int maxPreconnectionsPerPeer() {
    return maxPreconnectionsPerPeer;
  }

  /** How long a preconnected connection may wait to be used, 50 ms to 60 s. Not null. */
  public Duration preconnectionLifetime() {
    return Duration.ofNanos(preconnectionLifetimeNanos);
  }

  long preconnectionLifetimeNanos() {
    return preconnectionLifetimeNanos;
  }

  /** Whether the certificate must match the host name. */
  public boolean hostnameVerification() {
    return hostnameVerification;
  }

  /** Whether an end of stream without close_notify is an error within a response. */
  public boolean requireCloseNotify() {
    return requireCloseNotify;
  }

  /** Whether sockets are the provider's own. */
  public boolean stockSockets() {
    return stockSockets;
  }

  /**
   * When the first certificate of those that the client may show expires; empty if it has none, or
   * key managers or contexts that do not tell.
   */
  public Optional<Instant> clientCertificateExpiry() {
    return Arrays.stream(given.keyManagers == null ? new KeyManager[0] : given.keyManagers)
        .filter(X509KeyManager.class::isInstance)
        .map(X509KeyManager.class::cast)
        .flatMap(
            keys ->
                KEY_TYPES.stream()
                    .map(type -> keys.getClientAliases(type, null))
                    .filter(Objects::nonNull)
                    .flatMap(Arrays::stream)
                    .map(keys::getCertificateChain)
                    .filter(chain -> chain != null && chain.length > 0))
        .map(chain -> chain[0].getNotAfter().toInstant())
        .min(Comparator.naturalOrder());
  }

  /** What the lines of the log begin with; empty for nothing. Not null. */
  public String name() {
    return given.name;
  }

  /** The listeners that were added, in their order. Unmodifiable, not null. */
  public List<TlsListener> listeners() {
    return List.copyOf(given.listeners);
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
        + (protocols == null ? "default" : Arrays.toString(protocols))
        + ", hostnameVerification="
        + hostnameVerification
        + ", closeTimeout="
        + Duration.ofNanos(closeTimeoutNanos)
        + ", maxPreconnectionsPerPeer="
        + maxPreconnectionsPerPeer
        + "]";
  }

  /**
   * Collects settings; {@link #build()} checks them. No method takes null, nor an array with null
   * in it: a NullPointerException tells the setting's name. Not thread-safe.
   */
  public static final class Builder {

    private TrustManager[] trustManagers;
    private KeyManager[] keyManagers;
    private Supplier<SSLContext> supplier;
    private Provider provider;
    private String[] protocols;
    private String[] cipherSuites;
    private Duration closeTimeout = Duration.ofMillis(20);
    private int drainLimit = 16 * 1024;
    private int maxLanesPerPeer = 1024;
    private int maxPeers = 1000;
    private Duration laneIdleTimeout = Duration.ofHours(1);
    private Duration sessionTimeout = Duration.ofHours(24);
    private int maxPreconnectionsPerPeer;
    private Duration preconnectionLifetime = Duration.ofSeconds(5);
    private boolean hostnameVerification = true;
    private boolean requireCloseNotify = true;
    private boolean stockSockets;
    private String name = "";
    private final List<TlsListener> listeners = new ArrayList<>();

    private Builder() {}

    /** A copy; arrays are never changed, so that they are shared. */
    private Builder(Builder from) {
      trustManagers = from.trustManagers;
      keyManagers = from.keyManagers;
      supplier = from.supplier;
      provider = from.provider;
      protocols = from.protocols;
      cipherSuites = from.cipherSuites;
      closeTimeout = from.closeTimeout;
      drainLimit = from.drainLimit;
      maxLanesPerPeer = from.maxLanesPerPeer;
      maxPeers = from.maxPeers;
      laneIdleTimeout = from.laneIdleTimeout;
      sessionTimeout = from.sessionTimeout;
      maxPreconnectionsPerPeer = from.maxPreconnectionsPerPeer;
      preconnectionLifetime = from.preconnectionLifetime;
      hostnameVerification = from.hostnameVerification;
      requireCloseNotify = from.requireCloseNotify;
      stockSockets = from.stockSockets;
      name = from.name;
      listeners.addAll(from.listeners);
    }

    /**
     * Trust managers, loaded once and shared by all lanes. Default: those of the JDK's default
     * trust store, which is read when the first certificate is to be checked.
     */
    public Builder trustManagers(TrustManager... managers) {
      trustManagers = nonEmpty("trustManagers", managers);
      return this;
    }

    /** Key managers for client authentication, shared by all lanes. Default: none. */
    public Builder keyManagers(KeyManager... managers) {
      keyManagers = nonEmpty("keyManagers", managers);
      return this;
    }

    /**
     * Instead of managers, a supplier that makes a <em>new</em> initialized SSLContext at each
     * call, always of the same trust and keys. It is called for each lane: load stores outside it.
     * It must be thread-safe. One that gives the same context again is refused by {@link #build()}.
     */
    public Builder sslContext(Supplier<SSLContext> contexts) {
      supplier = Objects.requireNonNull(contexts, "sslContext: null given");
      return this;
    }

    /**
     * The provider of the TLS implementation, such as {@code Conscrypt.newProvider()}; it need not
     * be registered. Default: the first registered one that offers TLS. Goes with managers, not
     * with an SSLContext.
     */
    public Builder provider(Provider tls) {
      Objects.requireNonNull(tls, "provider: null given");
      requireSupported(tls);
      if (tls.getService("SSLContext", "TLS") == null) {
        throw new IllegalSettingException(
            "provider",
            "'"
                + tls.getName()
                + "' offers no SSLContext 'TLS'; a provider of ciphers alone is registered with"
                + " java.security.Security and serves the default TLS provider");
      }
      provider = tls;
      return this;
    }

    /** The provider of the TLS implementation by the name under which it is registered. */
    public Builder provider(String name) {
      Objects.requireNonNull(name, "provider: null given");
      Provider registered = Security.getProvider(name);
      if (registered == null) {
        List<String> names = new ArrayList<>();
        for (Provider known : Security.getProviders("SSLContext.TLS")) {
          names.add(known.getName());
        }
        throw new IllegalSettingException(
            "provider",
            "no provider '"
                + name
                + "' is registered; those with TLS are "
                + names
                + ". Register it with java.security.Security.addProvider, or give the object");
      }
      return provider(registered);
    }

    /**
     * Protocol versions to offer, such as {@code TLSv1.3}. Default: those of the provider from TLS
     * 1.2 on. Older ones are offered only if they are named here (RFC 8996).
     */
    public Builder protocols(String... names) {
      protocols = noNull("protocols", names);
      return this;
    }

    /**
     * Cipher suites to offer, in order of preference. Default: the provider's, but for those that
     * Apache HttpClient leaves out as well, such as those of 3DES, RC4, or no authentication.
     */
    public Builder cipherSuites(String... names) {
      cipherSuites = noNull("cipherSuites", names);
      return this;
    }

    /**
     * How long a close may wait for the peer to close first (RFC 9112 section 9.6), 0 to 60 s; a
     * peer that keeps missing it is waited for less. Default 20 ms.
     */
    public Builder closeTimeout(Duration wait) {
      closeTimeout = within("closeTimeout", wait, Duration.ZERO, Duration.ofSeconds(60));
      return this;
    }

    /**
     * How many bytes a close reads and discards while it waits for the peer, 0 to 16 MiB; past it
     * the connection is reset. Default 16 KiB.
     */
    public Builder drainLimit(int bytes) {
      drainLimit = requireWithin("drainLimit", bytes, 0, 16 * 1024 * 1024);
      return this;
    }

    /**
     * How many lanes, that is handshakes and TLS 1.3 exchanges at a time that are sure to resume,
     * one peer may have; a lane holds one SSLContext and its last session. Connections past it are
     * made all the same, over a shared lane. Default 1024.
     */
    public Builder maxLanesPerPeer(int lanes) {
      maxLanesPerPeer = requireWithin("maxLanesPerPeer", lanes, 1, 100_000);
      return this;
    }

    /** For how many peers lanes are kept; the least recently used ones go first. Default 1000. */
    public Builder maxPeers(int peers) {
      maxPeers = requireWithin("maxPeers", peers, 1, 100_000);
      return this;
    }

    /** After how long without use a lane is dropped, 1 s to 24 h. Default 1 h. */
    public Builder laneIdleTimeout(Duration timeout) {
      laneIdleTimeout =
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
      sessionTimeout = within("sessionTimeout", timeout, Duration.ofSeconds(1), Duration.ofDays(7));
      return this;
    }

    /**
     * How many preconnected connections one peer may have, 0 to 1000: connections opened and
     * handshaked ahead of need for a peer that is called steadily, so that a call need not wait for
     * the round trips of TCP and TLS. Each serves one request. Those that are being opened count
     * too. Default 0: none.
     */
    public Builder maxPreconnectionsPerPeer(int preconnections) {
      maxPreconnectionsPerPeer = requireWithin("maxPreconnectionsPerPeer", preconnections, 0, 1000);
      return this;
    }

    /**
     * How long a preconnected connection may wait to be used, 50 ms to 60 s; half of what a peer
     * was seen to allow, if that is less. Set it below the time that servers and whatever stands
     * between leave an idle connection alone. Default 5 s.
     */
    public Builder preconnectionLifetime(Duration lifetime) {
      preconnectionLifetime =
          within("preconnectionLifetime", lifetime, Duration.ofMillis(50), Duration.ofSeconds(60));
      return this;
    }

    /**
     * Whether the certificate must match the host name (RFC 9110 section 4.3.4). Default true.
     * While it is on, a client cannot turn it off on a socket.
     */
    public Builder hostnameVerification(boolean on) {
      hostnameVerification = on;
      return this;
    }

    /**
     * Whether an end of stream without close_notify is an error once part of a response was read
     * (RFC 8446 section 6.1, RFC 9112 section 9.8): it may be a truncated response. Default true.
     * Turn it off only for a peer known to end its responses so.
     */
    public Builder requireCloseNotify(boolean on) {
      requireCloseNotify = on;
      return this;
    }

    /**
     * Whether sockets are the provider's own, with the trust, keys, protocols, cipher suites and
     * host name verification of these settings and nothing else of them: no lanes, no close
     * timeout, no listeners. A switch to rule this library out where something is amiss. Default
     * false.
     */
    public Builder stockSockets(boolean on) {
      stockSockets = on;
      return this;
    }

    /** What the lines of the log begin with, to tell clients apart. Default: empty, for nothing. */
    public Builder name(String client) {
      name = Objects.requireNonNull(client, "name: null given");
      return this;
    }

    /** Adds a listener; may be called several times. */
    public Builder addListener(TlsListener listener) {
      listeners.add(Objects.requireNonNull(listener, "addListener: null given"));
      return this;
    }

    /**
     * Settings that will work.
     *
     * @throws IllegalSettingException if a setting is unknown to the provider, or settings
     *     contradict each other
     */
    public TlsSettings build() {
      return new TlsSettings(new Builder(this));
    }

    private ContextSource contextSource() {
      boolean managers = trustManagers != null || keyManagers != null || provider != null;
      if (managers && supplier != null) {
        throw new IllegalSettingException(
            "sslContext",
            "give either managers (with a provider, if wanted), or a supplier of contexts");
      }
      if (supplier != null) {
        return ContextSource.ofSupplier(supplier);
      }
      return ContextSource.ofManagers(
          provider, keyManagers, trustManagers == null ? defaultTrust() : trustManagers);
    }

    private static TrustManager[] defaultTrust() {
      try {
        return DefaultTrust.managers();
      } catch (GeneralSecurityException e) {
        throw new IllegalSettingException(
            "trustManagers",
            "the JDK's default trust store cannot be loaded; give trust managers"
                + " or correct javax.net.ssl.trustStore and javax.net.ssl.trustStorePassword",
            e);
      }
    }

    private static <T> T[] nonEmpty(String setting, T[] managers) {
      T[] all = noNull(setting, managers);
      if (all.length == 0) {
        throw new IllegalSettingException(setting, "none given; leave it out for the default");
      }
      return all;
    }

    /** A copy. */
    private static <T> T[] noNull(String setting, T[] values) {
      T[] all = Objects.requireNonNull(values, setting + ": null given").clone();
      for (T value : all) {
        Objects.requireNonNull(value, setting + ": null given");
      }
      return all;
    }

    private static Duration within(String setting, Duration value, Duration least, Duration most) {
      return requireWithin(
          setting, Objects.requireNonNull(value, setting + ": null given"), least, most);
    }
  }
}
