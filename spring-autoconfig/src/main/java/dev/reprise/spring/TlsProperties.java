package dev.reprise.spring;

import java.util.List;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** The properties under {@code reprise.tls.}: whom to trust, who one is, and how TLS is spoken. */
public class TlsProperties {

  /** Name of an SSL bundle (spring.ssl.bundle) to take trust and keys from, instead of stores. */
  private String bundle;

  /** TLS versions to offer, such as TLSv1.3. Unset for those of the bundle or the provider. */
  private List<String> protocols;

  /**
   * Cipher suites to offer, in order of preference. Unset for those of the bundle or the provider.
   */
  private List<String> cipherSuites;

  /**
   * Java security provider of the TLS implementation: the name of a registered provider, or
   * Conscrypt or BCJSSE when it is on the class path, or the name of a provider class. Unset for
   * the JDK's preference. A provider of ciphers alone, such as AmazonCorrettoCryptoProvider, is
   * registered with the JDK instead.
   */
  private String provider;

  @NestedConfigurationProperty private StoreProperties trustStore = new StoreProperties();
  @NestedConfigurationProperty private KeyStoreProperties keyStore = new KeyStoreProperties();

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

  public StoreProperties getTrustStore() {
    return trustStore;
  }

  public void setTrustStore(StoreProperties trustStore) {
    this.trustStore = trustStore;
  }

  public KeyStoreProperties getKeyStore() {
    return keyStore;
  }

  public void setKeyStore(KeyStoreProperties keyStore) {
    this.keyStore = keyStore;
  }
}
