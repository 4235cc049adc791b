package dev.reprise.benchmarks;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.Provider;
import java.util.Locale;
import java.util.function.Supplier;
import org.conscrypt.Conscrypt;

/** Whose TLS and cryptography the clients use. */
public enum TlsProvider {
  /** The JDK's own. */
  JSSE(() -> null),
  /** Conscrypt as the TLS provider. */
  CONSCRYPT(() -> Conscrypt.newProvider()),
  /** The JDK's TLS over the ciphers of Amazon Corretto Crypto Provider. */
  CORRETTO(
      () -> {
        AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
        return AmazonCorrettoCryptoProvider.INSTANCE;
      });

  private final Supplier<Provider> provider;

  TlsProvider(Supplier<Provider> provider) {
    this.provider = provider;
  }

  /** A provider to prefer; null for the JDK's. */
  Provider provider() {
    return provider.get();
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
