package dev.reprise.spring.core;

import dev.reprise.spring.RepriseConfigurationException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.util.ClassUtils;

/**
 * Finds the provider of TLS that a user means: a registered one, a well-known one that is merely on
 * the class path, or a class by its name. Registers nothing, since that would change the whole JVM.
 */
final class TlsProviders {

  private static final Map<String, String> WELL_KNOWN =
      Map.of(
          "conscrypt", "org.conscrypt.OpenSSLProvider",
          "bcjsse", "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider");

  /** What a provider of TLS takes its ciphers and random numbers from, unless it is registered. */
  private static final Map<String, String> CIPHERS =
      Map.of(
          "org.bouncycastle.jsse.provider.BouncyCastleJsseProvider",
          "org.bouncycastle.jce.provider.BouncyCastleProvider");

  private static final String BOUNCY_CASTLE =
      "org.bouncycastle:bctls-jdk18on, bcprov-jdk18on and bcutil-jdk18on, of one version";

  private static final String CIPHERS_ALONE =
      "Name a provider of TLS. A provider of ciphers alone, such as AmazonCorrettoCryptoProvider, is"
          + " registered for the whole JVM (java.security.Security.insertProviderAt, or java.security)"
          + " and serves the JDK's TLS then; leave this property out for it";

  private TlsProviders() {}

  static Provider find(String property, String name, ClassLoader loader) {
    Provider registered = Security.getProvider(name);
    Provider found = registered != null ? registered : load(property, name, loader);
    if (found == null || found.getService("SSLContext", "TLS") == null) {
      throw new RepriseConfigurationException(
          property, "the provider '" + name + "' offers no TLS", CIPHERS_ALONE);
    }
    return found;
  }

  /** Null for one of ciphers alone that is not there. */
  private static Provider load(String property, String name, ClassLoader loader) {
    String className = WELL_KNOWN.getOrDefault(name.toLowerCase(Locale.ROOT), name);
    try {
      return made(className, loader);
    } catch (ClassNotFoundException e) {
      if (name.startsWith("AmazonCorretto")) {
        return null;
      }
      throw new RepriseConfigurationException(
          property,
          ClassUtils.isPresent(className, loader)
              ? String.format("the provider '%s' lacks the class %s", name, e.getMessage())
              : String.format(
                  "no provider '%s' is registered or on the class path; registered for TLS are %s",
                  name, registered()),
          "Correct it, or add the library of the provider (for Conscrypt:"
              + " org.conscrypt:conscrypt-openjdk-uber; for BCJSSE: "
              + BOUNCY_CASTLE
              + ")",
          e);
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      Throwable cause = e.getCause() != null ? e.getCause() : e;
      throw new RepriseConfigurationException(
          property,
          "the provider '" + name + "' cannot be made: " + cause,
          cause instanceof NoClassDefFoundError
              ? "Add the library that has this class (for BCJSSE: " + BOUNCY_CASTLE + ")"
              : cause instanceof LinkageError
                  ? "Its native library does not load here: see that the library of the provider has one"
                      + " for this system and processor (Conscrypt has none for musl, as of Alpine), and"
                      + " that java.io.tmpdir can be written and executed; or leave this property out"
                  : "Name a java.security.Provider with a public constructor without parameters that"
                      + " runs on this platform",
          e);
    }
  }

  private static Provider made(String className, ClassLoader loader)
      throws ReflectiveOperationException {
    Class<?> type = ClassUtils.forName(className, loader);
    String ciphers = CIPHERS.get(className);
    return (Provider)
        (ciphers == null
            ? type.getConstructor().newInstance()
            : type.getConstructor(Provider.class).newInstance(made(ciphers, loader)));
  }

  private static String registered() {
    return Arrays.stream(Security.getProviders("SSLContext.TLS"))
        .map(Provider::getName)
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
