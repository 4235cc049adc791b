package dev.reprise.spring.core;

import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import java.util.Map;
import org.springframework.util.ClassUtils;

/**
 * Finds the TLS provider that a user means: a registered one, a well-known one that is merely on
 * the class path, or a class by its name. Registers nothing, since that would change the whole JVM.
 */
final class TlsProviders {

  private static final String BCJSSE = "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider";
  private static final Map<String, String> WELL_KNOWN =
      Map.of("conscrypt", "org.conscrypt.OpenSSLProvider", "bcjsse", BCJSSE);

  /** Where it takes its ciphers and random numbers from, unless that is registered. */
  private static final String BC = "org.bouncycastle.jce.provider.BouncyCastleProvider";

  private TlsProviders() {}

  static Provider find(ClientConfiguration client, ClassLoader loader) {
    String name = client.properties().getSsl().getProvider();
    Provider registered = Security.getProvider(name);
    try {
      return registered != null
          ? registered
          : made(WELL_KNOWN.getOrDefault(name.toLowerCase(Locale.ROOT), name), loader);
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      Throwable cause = e.getCause() != null ? e.getCause() : e;
      throw client.refused(
          "ssl.provider",
          "no provider '" + name + "' is registered or can be made from the class path: " + cause,
          "Correct the name, or add the provider's library: org.conscrypt:conscrypt-openjdk-uber,"
              + " or org.bouncycastle:bctls-jdk18on with bcprov-jdk18on and bcutil-jdk18on. On"
              + " Alpine Linux Conscrypt does not load",
          e);
    }
  }

  private static Provider made(String className, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> type = ClassUtils.forName(className, loader);
    return (Provider)
        (className.equals(BCJSSE)
            ? type.getConstructor(Provider.class).newInstance(made(BC, loader))
            : type.getConstructor().newInstance());
  }
}
