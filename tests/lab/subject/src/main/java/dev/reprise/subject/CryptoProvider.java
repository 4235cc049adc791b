package dev.reprise.subject;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.fasterxml.jackson.annotation.JsonValue;
import java.security.Provider;
import java.security.Security;
import java.util.function.Supplier;

/** Whose TLS and cryptography the clients use. */
public enum CryptoProvider {
  /** The JDK's own. */
  JSSE("jsse", false, () -> null),
  /** Conscrypt as the TLS provider. */
  CONSCRYPT("conscrypt", true, () -> Conscrypt.provider()),
  /** The JDK's TLS over the ciphers of Amazon Corretto Crypto Provider. */
  CORRETTO("corretto", false, () -> Corretto.provider()),
  /** WildFly OpenSSL as the TLS provider, on the system's OpenSSL. */
  WILDFLY("wildfly", true, () -> Wildfly.provider());

  private final String label;
  private final boolean bringsTls;
  private final Supplier<Provider> provider;

  CryptoProvider(String label, boolean bringsTls, Supplier<Provider> provider) {
    this.label = label;
    this.bringsTls = bringsTls;
    this.provider = provider;
  }

  /** The name on the command line and in results. */
  @JsonValue
  public String label() {
    return label;
  }

  /** Whether it takes the place of the JDK's TLS, whose system properties it does not know. */
  public boolean bringsTls() {
    return bringsTls;
  }

  /** Makes this the JVM's preferred provider, as an application would at its start. */
  public void install() {
    Provider made = provider.get();
    if (made != null) {
      Security.insertProviderAt(made, 1);
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
