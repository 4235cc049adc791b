package dev.reprise.spring;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

/**
 * What can be said of one client: the properties under {@code reprise.}, and for further clients
 * under {@code reprise.clients.<name>.}. Null is what is not set, and so inherited; {@link
 * RepriseClient#properties()} has the values in force. Not thread-safe while it is being bound.
 */
public class ClientProperties {

  /**
   * How long the end of an exchange may wait for the peer to close first, 0 to 60s. A peer that
   * keeps missing it is waited for less.
   */
  private Duration closeWait;

  /** How much a close reads and discards while it waits for the peer, 0 to 16MB. */
  private DataSize drainLimit;

  /**
   * Whether a connection that ends without close_notify within a response is an error, since the
   * response may be cut short. Turn it off only for a peer known to end its responses so.
   */
  private Boolean requireCloseNotify;

  /** Whether cookies are kept, in one jar for all calls of the client. */
  private Boolean cookies;

  /** Whether redirects are followed, those that the library follows by itself. */
  private Boolean redirects;

  @NestedConfigurationProperty private final Tls tls = new Tls();
  @NestedConfigurationProperty private final Lanes lanes = new Lanes();
  @NestedConfigurationProperty private final Spares spares = new Spares();
  @NestedConfigurationProperty private final Pool pool = new Pool();
  @NestedConfigurationProperty private final Timeouts timeouts = new Timeouts();
  @NestedConfigurationProperty private final Proxy proxy = new Proxy();

  public Duration getCloseWait() {
    return closeWait;
  }

  public void setCloseWait(Duration closeWait) {
    this.closeWait = closeWait;
  }

  public DataSize getDrainLimit() {
    return drainLimit;
  }

  public void setDrainLimit(DataSize drainLimit) {
    this.drainLimit = drainLimit;
  }

  public Boolean getRequireCloseNotify() {
    return requireCloseNotify;
  }

  public void setRequireCloseNotify(Boolean requireCloseNotify) {
    this.requireCloseNotify = requireCloseNotify;
  }

  public Boolean getCookies() {
    return cookies;
  }

  public void setCookies(Boolean cookies) {
    this.cookies = cookies;
  }

  public Boolean getRedirects() {
    return redirects;
  }

  public void setRedirects(Boolean redirects) {
    this.redirects = redirects;
  }

  public Tls getTls() {
    return tls;
  }

  public Lanes getLanes() {
    return lanes;
  }

  public Spares getSpares() {
    return spares;
  }

  public Pool getPool() {
    return pool;
  }

  public Timeouts getTimeouts() {
    return timeouts;
  }

  public Proxy getProxy() {
    return proxy;
  }

  /**
   * The properties under {@code reprise.tls.}: whom to trust, who one is, and how TLS is spoken.
   */
  public static class Tls {

    /** Name of an SSL bundle (spring.ssl.bundle) to take trust and keys from, instead of stores. */
    private String bundle;

    /** TLS versions to offer, such as TLSv1.3. Unset for those of the bundle or the provider. */
    private List<String> protocols;

    /**
     * Cipher suites to offer, in order of preference. Unset for those of the bundle or the
     * provider.
     */
    private List<String> cipherSuites;

    /**
     * Java security provider of the TLS implementation: the name of a registered provider, or
     * Conscrypt or BCJSSE when it is on the class path, or the name of a provider class. Unset for
     * the JDK's preference. A provider of ciphers alone, such as AmazonCorrettoCryptoProvider, is
     * registered with the JDK instead.
     */
    private String provider;

    /**
     * Whether connections are made with the JDK's own sockets and Reprise does nothing to them, to
     * rule it out where something is amiss. All beans stay.
     */
    private Boolean stockSockets;

    /**
     * Whether stores and PEM files that change are loaded anew, without a restart. A bundle has a
     * reload-on-update of its own.
     */
    private Boolean reloadOnUpdate;

    @NestedConfigurationProperty private final Store trustStore = new Store();
    @NestedConfigurationProperty private final KeyStore keyStore = new KeyStore();

    public String getBundle() {
      return bundle;
    }

    public void setBundle(String bundle) {
      this.bundle = bundle;
    }

    public List<String> getProtocols() {
      return protocols;
    }

    public void setProtocols(List<String> protocols) {
      this.protocols = protocols;
    }

    public List<String> getCipherSuites() {
      return cipherSuites;
    }

    public void setCipherSuites(List<String> cipherSuites) {
      this.cipherSuites = cipherSuites;
    }

    public String getProvider() {
      return provider;
    }

    public void setProvider(String provider) {
      this.provider = provider;
    }

    public Boolean getStockSockets() {
      return stockSockets;
    }

    public void setStockSockets(Boolean stockSockets) {
      this.stockSockets = stockSockets;
    }

    public Boolean getReloadOnUpdate() {
      return reloadOnUpdate;
    }

    public void setReloadOnUpdate(Boolean reloadOnUpdate) {
      this.reloadOnUpdate = reloadOnUpdate;
    }

    public Store getTrustStore() {
      return trustStore;
    }

    public KeyStore getKeyStore() {
      return keyStore;
    }
  }

  /** Where a store is and how it is opened, or the PEM files that make one. */
  public static class Store {

    /**
     * Location of the store: a path, or a URL of file: or classpath:. Unset for the JDK's trust
     * store and no client key.
     */
    private String location;

    /** Type of the store, such as PKCS12 or JKS. Unset to have these two told apart by content. */
    private String type;

    /** Password of the store. */
    private String password;

    /**
     * Certificates in PEM form, instead of a store: a path, a URL of file: or classpath:, or the
     * PEM text itself. In a trust store, those to trust; in a key store, the chain of the key.
     */
    private String certificate;

    public String getLocation() {
      return location;
    }

    public void setLocation(String location) {
      this.location = location;
    }

    public String getType() {
      return type;
    }

    public void setType(String type) {
      this.type = type;
    }

    public String getPassword() {
      return password;
    }

    public void setPassword(String password) {
      this.password = password;
    }

    public String getCertificate() {
      return certificate;
    }

    public void setCertificate(String certificate) {
      this.certificate = certificate;
    }
  }

  /** A store of private keys, which may have a password of their own. */
  public static class KeyStore extends Store {

    /** Password of the private key. Unset when it is the store's, or a PEM key is not encrypted. */
    private String keyPassword;

    /**
     * Private key in PEM form (PKCS8), instead of a store: a path, a URL of file: or classpath:, or
     * the PEM text itself. Unset when it stands beside the certificate.
     */
    private String privateKey;

    public String getKeyPassword() {
      return keyPassword;
    }

    public void setKeyPassword(String keyPassword) {
      this.keyPassword = keyPassword;
    }

    public String getPrivateKey() {
      return privateKey;
    }

    public void setPrivateKey(String privateKey) {
      this.privateKey = privateKey;
    }
  }

  /** The properties under {@code reprise.lanes.}: how many TLS sessions are kept. */
  public static class Lanes {

    /**
     * How many lanes, each with the last TLS session of its own, one peer may have, 1 to 100000. It
     * bounds how many connections at a time are sure to resume.
     */
    private Integer maxPerPeer;

    /** For how many peers lanes are kept, 1 to 100000. The least recently used ones go first. */
    private Integer maxPeers;

    /** After how long without use a lane is dropped, 1s to 24h. */
    private Duration idleTimeout;

    /**
     * How long a session may be resumed after its full handshake, 1s to 7d. It bounds how long a
     * certificate that was revoked, or has expired, may go unseen.
     */
    private Duration sessionTimeout;

    public Integer getMaxPerPeer() {
      return maxPerPeer;
    }

    public void setMaxPerPeer(Integer maxPerPeer) {
      this.maxPerPeer = maxPerPeer;
    }

    public Integer getMaxPeers() {
      return maxPeers;
    }

    public void setMaxPeers(Integer maxPeers) {
      this.maxPeers = maxPeers;
    }

    public Duration getIdleTimeout() {
      return idleTimeout;
    }

    public void setIdleTimeout(Duration idleTimeout) {
      this.idleTimeout = idleTimeout;
    }

    public Duration getSessionTimeout() {
      return sessionTimeout;
    }

    public void setSessionTimeout(Duration sessionTimeout) {
      this.sessionTimeout = sessionTimeout;
    }
  }

  /**
   * The properties under {@code reprise.spares.}: connections opened and handshaked ahead of need.
   */
  public static class Spares {

    /**
     * How many spares one peer may have, 0 to 1000: connections opened and handshaked ahead of
     * need, while calls keep coming, each for one request. 0 for none.
     */
    private Integer maxPerPeer;

    /** How long a spare may wait to be used, 50ms to 60s. Half of what a peer allows at most. */
    private Duration lifetime;

    public Integer getMaxPerPeer() {
      return maxPerPeer;
    }

    public void setMaxPerPeer(Integer maxPerPeer) {
      this.maxPerPeer = maxPerPeer;
    }

    public Duration getLifetime() {
      return lifetime;
    }

    public void setLifetime(Duration lifetime) {
      this.lifetime = lifetime;
    }
  }

  /** The properties under {@code reprise.pool.}: connections at a time, and for how long. */
  public static class Pool {

    /** Connections at a time in all, 1 to 65535. */
    private Integer maxTotal;

    /** Connections at a time to one host and port, 1 to 65535. */
    private Integer maxPerRoute;

    /** For how long a connection may be reused, 1ms to 24d. Unset for no limit. */
    private Duration timeToLive;

    /** After how long in the pool a connection is checked before it is reused, 0 to 24d. */
    private Duration validateAfterInactivity;

    /** After how long in the pool a connection is closed, 0 for never, to 24d. */
    private Duration evictIdleAfter;

    public Integer getMaxTotal() {
      return maxTotal;
    }

    public void setMaxTotal(Integer maxTotal) {
      this.maxTotal = maxTotal;
    }

    public Integer getMaxPerRoute() {
      return maxPerRoute;
    }

    public void setMaxPerRoute(Integer maxPerRoute) {
      this.maxPerRoute = maxPerRoute;
    }

    public Duration getTimeToLive() {
      return timeToLive;
    }

    public void setTimeToLive(Duration timeToLive) {
      this.timeToLive = timeToLive;
    }

    public Duration getValidateAfterInactivity() {
      return validateAfterInactivity;
    }

    public void setValidateAfterInactivity(Duration validateAfterInactivity) {
      this.validateAfterInactivity = validateAfterInactivity;
    }

    public Duration getEvictIdleAfter() {
      return evictIdleAfter;
    }

    public void setEvictIdleAfter(Duration evictIdleAfter) {
      this.evictIdleAfter = evictIdleAfter;
    }
  }

  /** The properties under {@code reprise.timeouts.}. */
  public static class Timeouts {

    /** How long connecting, and each read of the TLS handshake, may take, 1ms to 1h. */
    private Duration connect;

    /** How long the peer may be silent while a response is awaited or read, 1ms to 1d. */
    private Duration read;

    /** How long a call may wait for a connection of the pool, 1ms to 1h. */
    private Duration lease;

    public Duration getConnect() {
      return connect;
    }

    public void setConnect(Duration connect) {
      this.connect = connect;
    }

    public Duration getRead() {
      return read;
    }

    public void setRead(Duration read) {
      this.read = read;
    }

    public Duration getLease() {
      return lease;
    }

    public void setLease(Duration lease) {
      this.lease = lease;
    }
  }

  /** The properties under {@code reprise.proxy.}: an HTTP proxy to call through. */
  public static class Proxy {

    /** Host name or address of an HTTP proxy. Unset to call directly. */
    private String host;

    /** Port of the proxy, 1 to 65535. */
    private Integer port;

    /** User name for the proxy. Unset for a proxy that asks for none. */
    private String username;

    /** Password for the proxy. */
    private String password;

    public String getHost() {
      return host;
    }

    public void setHost(String host) {
      this.host = host;
    }

    public Integer getPort() {
      return port;
    }

    public void setPort(Integer port) {
      this.port = port;
    }

    public String getUsername() {
      return username;
    }

    public void setUsername(String username) {
      this.username = username;
    }

    public String getPassword() {
      return password;
    }

    public void setPassword(String password) {
      this.password = password;
    }
  }
}
