package dev.reprise.spring.tls;

import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/** Trust and keys, loaded once, and what their source says of protocols and suites, or null. */
final class TlsMaterial {

  private final TrustManager[] trustManagers;
  private final KeyManager[] keyManagers;
  private final String[] protocols;
  private final String[] cipherSuites;

  TlsMaterial(
      TrustManager[] trustManagers,
      KeyManager[] keyManagers,
      String[] protocols,
      String[] cipherSuites) {
    this.trustManagers = trustManagers;
    this.keyManagers = keyManagers;
    this.protocols = protocols;
    this.cipherSuites = cipherSuites;
  }

  /** Null for the JDK's default trust store. */
  TrustManager[] trustManagers() {
    return trustManagers;
  }

  /** Null for no client authentication. */
  KeyManager[] keyManagers() {
    return keyManagers;
  }

  /** Null for the provider's. */
  String[] protocols() {
    return protocols;
  }

  /** Null for the provider's. */
  String[] cipherSuites() {
    return cipherSuites;
  }
}
