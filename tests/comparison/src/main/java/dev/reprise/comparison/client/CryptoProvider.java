package dev.reprise.comparison.client;

import com.fasterxml.jackson.annotation.JsonValue;
import java.security.Security;

/** Whose TLS and cryptography the clients use. */
public enum CryptoProvider {
  /** The JDK's own. */
  JSSE("jsse"),
  /** Conscrypt as the TLS provider. */
  CONSCRYPT("conscrypt"),
  /** The JDK's TLS over the ciphers of Amazon Corretto Crypto Provider. */
  CORRETTO("corretto");

  private final String label;

  CryptoProvider(String label) {
    this.label = label;
  }

  /** The name on the command line and in results. */
  @JsonValue
  public String label() {
    return label;
  }

  /** Makes this the JVM's preferred provider, as an application would at its start. */
  void install() {
    switch (this) {
      case CONSCRYPT:
        Security.insertProviderAt(ThirdParty.conscrypt(), 1);
        break;
      case CORRETTO:
        Security.insertProviderAt(ThirdParty.corretto(), 1);
        break;
      case JSSE:
        break;
    }
  }

  /** Apart, since each JVM has the classes of one provider at most. */
  private static final class ThirdParty {
    static java.security.Provider conscrypt() {
      return org.conscrypt.Conscrypt.newProvider();
    }

    static java.security.Provider corretto() {
      com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider provider =
          com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider.INSTANCE;
      provider.assertHealthy();
      return provider;
    }
  }
}
