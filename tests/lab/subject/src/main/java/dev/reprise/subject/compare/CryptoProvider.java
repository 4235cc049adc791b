package dev.reprise.subject.compare;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.fasterxml.jackson.annotation.JsonValue;
import java.security.Provider;
import java.security.Security;

/** Whose TLS and cryptography the clients use. */
public enum CryptoProvider {
  /** The JDK's own. */
  JSSE("jsse"),
  /** Conscrypt as the TLS provider. */
  CONSCRYPT("conscrypt"),
  /** The JDK's TLS over the ciphers of Amazon Corretto Crypto Provider. */
  CORRETTO("corretto"),
  /** WildFly OpenSSL as the TLS provider, on the system's OpenSSL. */
  WILDFLY("wildfly");

  private final String label;

  CryptoProvider(String label) {
    this.label = label;
  }

  /** The name on the command line and in results. */
  @JsonValue
  public String label() {
    return label;
  }

  /** Whether it takes the place of the JDK's TLS, whose system properties it does not know. */
  public boolean bringsTls() {
    return this == CONSCRYPT || this == WILDFLY;
  }

  /** Makes this the JVM's preferred provider, as an application would at its start. */
  public void install() {
    switch (this) {
      case CONSCRYPT:
        Security.insertProviderAt(Conscrypt.provider(), 1);
        break;
      case CORRETTO:
        Security.insertProviderAt(Corretto.provider(), 1);
        break;
      case WILDFLY:
        Security.insertProviderAt(Wildfly.provider(), 1);
        break;
      case JSSE:
        break;
    }
  }

  /** Each apart, since a JVM has the classes of one at most. */
  private static final class Conscrypt {
    static Provider provider() {
      return org.conscrypt.Conscrypt.newProvider();
    }
  }

  private static final class Wildfly {
    static Provider provider() {
      return new org.wildfly.openssl.OpenSSLProvider();
    }
  }

  private static final class Corretto {
    static Provider provider() {
      AmazonCorrettoCryptoProvider provider = AmazonCorrettoCryptoProvider.INSTANCE;
      provider.assertHealthy();
      return provider;
    }
  }
}
