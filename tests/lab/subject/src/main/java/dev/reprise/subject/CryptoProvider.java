package dev.reprise.subject;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.fasterxml.jackson.annotation.JsonValue;
import java.security.GeneralSecurityException;
import java.security.Security;
import java.util.Locale;
import javax.net.ssl.SSLContext;

/** Whose TLS and cryptography the clients use. */
public enum CryptoProvider {
  JSSE,
  CONSCRYPT,
  /** The JDK's TLS over the ciphers of Amazon Corretto Crypto Provider. */
  CORRETTO;

  @Override
  @JsonValue
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Makes this the JVM's preferred provider, as an application would at its start. Each stands
   * apart, since a JVM has the classes of one at most.
   */
  public void install() throws GeneralSecurityException {
    if (this == CONSCRYPT) {
      Conscrypt.install();
    } else if (this == CORRETTO) {
      Corretto.install();
    }
    SSLContext.getInstance("TLS").init(null, null, null);
  }

  private static final class Conscrypt {
    static void install() {
      Security.insertProviderAt(org.conscrypt.Conscrypt.newProvider(), 1);
    }
  }

  private static final class Corretto {
    static void install() {
      AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
      Security.insertProviderAt(AmazonCorrettoCryptoProvider.INSTANCE, 1);
    }
  }
}
