package dev.reprise.spring;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties of one client: under {@code reprise} for the default one, under {@code
 * reprise.clients.<name>} for any other. A property that is not set may be null. Not thread-safe
 * while it is being bound.
 */
public class ClientProperties {

  /** Maximum time to connect, and for each read of the TLS handshake, 1ms to 1h. */
  private Duration connectTimeout = Duration.ofSeconds(5);

  /** Maximum silence of the server while a response is awaited or read, 1ms to 1d. */
  private Duration readTimeout = Duration.ofSeconds(60);

  /**
   * Time after which a session is no longer resumed, counted from its full handshake, 1s to 7d. It
   * bounds how long a revoked or expired certificate may go unnoticed.
   */
  private Duration sessionTimeout = Duration.ofHours(24);

  /**
   * Whether a connection that ends without close_notify within a response is an error, since the
   * response may be cut short. Turn it off only for a server known to end its responses in this
   * way.
   */
  private Boolean requireCloseNotify = true;

  /**
   * Whether Reprise resumes sessions. Set it to false to find out whether a problem comes from
   * Reprise: connections then use the provider's own sockets, which resume as without Reprise, and
   * all beans stay.
   */
  private Boolean resumptionEnabled = true;

  @NestedConfigurationProperty private final Ssl ssl = new Ssl();
  @NestedConfigurationProperty private final Pool pool = new Pool();
  @NestedConfigurationProperty private final Preconnect preconnect = new Preconnect();
  @NestedConfigurationProperty private final Proxy proxy = new Proxy();

  public Duration getConnectTimeout() {
    return connectTimeout;
  }

  public void setConnectTimeout(Duration connectTimeout) {
    this.connectTimeout = connectTimeout;
  }

  public Duration getReadTimeout() {
    return readTimeout;
  }

  public void setReadTimeout(Duration readTimeout) {
    this.readTimeout = readTimeout;
  }

  public Duration getSessionTimeout() {
    return sessionTimeout;
  }

  public void setSessionTimeout(Duration sessionTimeout) {
    this.sessionTimeout = sessionTimeout;
  }

  public Boolean getRequireCloseNotify() {
    return requireCloseNotify;
  }

  public void setRequireCloseNotify(Boolean requireCloseNotify) {
    this.requireCloseNotify = requireCloseNotify;
  }

  public Boolean getResumptionEnabled() {
    return resumptionEnabled;
  }

  public void setResumptionEnabled(Boolean resumptionEnabled) {
    this.resumptionEnabled = resumptionEnabled;
  }

  public Ssl getSsl() {
    return ssl;
  }

  public Pool getPool() {
    return pool;
  }

  public Preconnect getPreconnect() {
    return preconnect;
  }

  public Proxy getProxy() {
    return proxy;
  }

  /** Properties under {@code reprise.ssl.}: trust, client certificate, protocols and ciphers. */
  public static class Ssl {

    /** Name of an SSL bundle (spring.ssl.bundle) to take trust and keys from, instead of stores. */
    private String bundle;

    /**
     * Certificates to trust in PEM form, instead of a store: a path, a URL of file: or classpath:,
     * or the PEM text itself.
     */
    private String trustCertificate;

    /** Trust store, PKCS12 or JKS: a path, or a URL of file: or classpath:. If unset, the JDK's. */
    private String trustStore;

    /** Password of the trust store. */
    private String trustStorePassword;

    /** Key store, PKCS12 or JKS: a path, or a URL of file: or classpath:. If unset, no key. */
    private String keyStore;

    /** Password of the key store. */
    private String keyStorePassword;

    /** Password of the private key. Unset when it is the store's, or a PEM key is not encrypted. */
    private String keyPassword;

    /**
     * Certificate chain of the client in PEM form, instead of a key store. Give a path, a URL of
     * file: or classpath:, or the PEM text itself.
     */
    private String certificate;

    /**
     * Private key of the certificate in PEM form (PKCS8), given in the same way. Unset if it is in
     * the same place as the certificate.
     */
    private String certificatePrivateKey;

    /**
     * Java security provider for TLS. Give the name of a registered provider, Conscrypt or BCJSSE
     * if it is on the class path, or the name of a provider class. If unset, the JDK's preference
     * decides. A provider with only ciphers, such as AmazonCorrettoCryptoProvider, is registered
     * with the JDK instead.
     */
    private String provider;

    /** TLS versions to offer, such as TLSv1.3. If unset, those of the bundle or provider. */
    private final List<String> enabledProtocols = new ArrayList<>();

    /**
     * Cipher suites to offer, in order of preference. If unset, those of the bundle or provider.
     */
    private final List<String> ciphers = new ArrayList<>();

    public String getBundle() {
      return bundle;
    }

    public void setBundle(String bundle) {
      this.bundle = bundle;
    }

    public String getTrustCertificate() {
      return trustCertificate;
    }

    public void setTrustCertificate(String trustCertificate) {
      this.trustCertificate = trustCertificate;
    }

    public String getTrustStore() {
      return trustStore;
    }

    public void setTrustStore(String trustStore) {
      this.trustStore = trustStore;
    }

    public String getTrustStorePassword() {
      return trustStorePassword;
    }

    public void setTrustStorePassword(String trustStorePassword) {
      this.trustStorePassword = trustStorePassword;
    }

    public String getKeyStore() {
      return keyStore;
    }

    public void setKeyStore(String keyStore) {
      this.keyStore = keyStore;
    }

    public String getKeyStorePassword() {
      return keyStorePassword;
    }

    public void setKeyStorePassword(String keyStorePassword) {
      this.keyStorePassword = keyStorePassword;
    }

    public String getKeyPassword() {
      return keyPassword;
    }

    public void setKeyPassword(String keyPassword) {
      this.keyPassword = keyPassword;
    }

    public String getCertificate() {
      return certificate;
    }

    public void setCertificate(String certificate) {
      this.certificate = certificate;
    }

    public String getCertificatePrivateKey() {
      return certificatePrivateKey;
    }

    public void setCertificatePrivateKey(String certificatePrivateKey) {
      this.certificatePrivateKey = certificatePrivateKey;
    }

    public String getProvider() {
      return provider;
    }

    public void setProvider(String provider) {
      this.provider = provider;
    }

    public List<String> getEnabledProtocols() {
      return enabledProtocols;
    }

    public List<String> getCiphers() {
      return ciphers;
    }
  }

  /** Properties under {@code reprise.pool.}: how many connections, and for how long. */
  public static class Pool {

    /** Maximum number of connections to one host and port, 1 to 65535. */
    private Integer maxPerRoute = 50;

    /** Maximum number of connections in all, 1 to 65535. */
    private Integer maxTotal = 100;

    /** Maximum time to wait for a connection of the pool, 1ms to 1h. */
    private Duration acquireTimeout = Duration.ofSeconds(5);

    /** Time after which an unused connection is closed, up to 24d. 0 for never. */
    private Duration maxIdleTime = Duration.ofSeconds(30);

    /**
     * Time after which a connection is no longer reused, 1ms to 24d. If unset, there is no limit.
     */
    private Duration maxLifeTime;

    public Integer getMaxPerRoute() {
      return maxPerRoute;
    }

    public void setMaxPerRoute(Integer maxPerRoute) {
      this.maxPerRoute = maxPerRoute;
    }

    public Integer getMaxTotal() {
      return maxTotal;
    }

    public void setMaxTotal(Integer maxTotal) {
      this.maxTotal = maxTotal;
    }

    public Duration getAcquireTimeout() {
      return acquireTimeout;
    }

    public void setAcquireTimeout(Duration acquireTimeout) {
      this.acquireTimeout = acquireTimeout;
    }

    public Duration getMaxIdleTime() {
      return maxIdleTime;
    }

    public void setMaxIdleTime(Duration maxIdleTime) {
      this.maxIdleTime = maxIdleTime;
    }

    public Duration getMaxLifeTime() {
      return maxLifeTime;
    }

    public void setMaxLifeTime(Duration maxLifeTime) {
      this.maxLifeTime = maxLifeTime;
    }
  }

  /** Properties under {@code reprise.preconnect.}: connections made ahead of need. */
  public static class Preconnect {

    /**
     * Maximum connections to one host and port that are opened ahead of need while calls keep
     * coming, 0 to 1000. Each serves one request. 0 for none.
     */
    private Integer maxPerPeer = 0;

    /**
     * URLs of servers, such as https://bank.example. Reprise opens one connection to each when the
     * application is ready. Needs max-per-peer, and no proxy. Not inherited.
     */
    private final List<URI> atStart = new ArrayList<>();

    /**
     * Whether to learn which requests of Spring MVC lead to new connections, and to open one as
     * such a request arrives. Needs max-per-peer, and no proxy.
     */
    private Boolean learn = false;

    public Integer getMaxPerPeer() {
      return maxPerPeer;
    }

    public void setMaxPerPeer(Integer maxPerPeer) {
      this.maxPerPeer = maxPerPeer;
    }

    public List<URI> getAtStart() {
      return atStart;
    }

    public Boolean getLearn() {
      return learn;
    }

    public void setLearn(Boolean learn) {
      this.learn = learn;
    }
  }

  /** Properties under {@code reprise.proxy.}: an HTTP proxy to call through. */
  public static class Proxy {

    /** Host name or address of an HTTP proxy. Unset to call directly. */
    private String host;

    /** Port of the proxy, 1 to 65535. */
    private Integer port;

    /** User name for the proxy. Leave it unset for a proxy that requires none. */
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
