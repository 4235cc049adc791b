package dev.reprise.spring.core;

import dev.reprise.tls.Pem;
import dev.reprise.tls.TlsSettings;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.util.Assert;
import org.springframework.util.ObjectUtils;

/**
 * Loads SSL bundles by name, where Boot has them (3.1 and later). It takes the managers, once:
 * {@link SslBundle#createSslContext()} would read the stores again for each lane.
 */
public final class SslBundleLoader {

  /** Boot's own clients over HttpClient 5 do not offer these either, unless they are named. */
  private static final Set<String> OLD = Set.of("SSLv2Hello", "SSLv3", "TLSv1", "TLSv1.1");

  enum Material {
    TRUST,
    KEY
  }

  private final SslBundles bundles;

  SslBundleLoader(SslBundles bundles) {
    this.bundles = bundles;
  }

  Set<Material> load(ClientConfiguration client, TlsSettings.Builder into) {
    String name = client.properties().getSsl().getBundle();
    boolean withKeys = !client.showsNoKey();
    try {
      SslBundle bundle = bundles.getBundle(name);
      if (withKeys) {
        requireFit(bundle);
      }
      take(bundle, into, withKeys);
      Set<Material> held = EnumSet.noneOf(Material.class);
      if (holds(bundle, SslStoreBundle::getTrustStore)) {
        held.add(Material.TRUST);
      }
      if (withKeys && holds(bundle, SslStoreBundle::getKeyStore)) {
        held.add(Material.KEY);
      }
      return held;
    } catch (RuntimeException e) {
      throw client.refused(
          "ssl.bundle",
          "the SSL bundle '" + name + "' cannot be loaded: " + reasons(e),
          String.format(
              "Name a bundle that is there, or correct spring.ssl.bundle.jks.%s or"
                  + " spring.ssl.bundle.pem.%s, such as its files and passwords",
              name, name),
          e);
    }
  }

  /** Boot says which file, and the JDK why. */
  private static String reasons(RuntimeException failure) {
    return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
        .limit(4)
        .map(Throwable::getMessage)
        .filter(Objects::nonNull)
        .reduce((told, next) -> told.contains(next) ? told : told + ": " + next)
        .orElse(failure.toString());
  }

  /**
   * Refuses a bundle whose private key does not belong to its certificate, as one of two files may
   * have changed. A key that stays in a token is not tried: that may ask somebody for a PIN.
   */
  private static void requireFit(SslBundle bundle) {
    Stream.ofNullable(bundle.getManagers().getKeyManagers())
        .flatMap(Stream::of)
        .filter(X509KeyManager.class::isInstance)
        .map(X509KeyManager.class::cast)
        .forEach(SslBundleLoader::requireFit);
  }

  private static void requireFit(X509KeyManager keys) {
    Stream.of("RSA", "EC")
        .flatMap(type -> Stream.ofNullable(keys.getClientAliases(type, null)))
        .flatMap(Stream::of)
        .forEach(
            alias -> {
              PrivateKey key = keys.getPrivateKey(alias);
              X509Certificate[] chain = keys.getCertificateChain(alias);
              Assert.state(
                  key == null
                      || key.getEncoded() == null
                      || ObjectUtils.isEmpty(chain)
                      || Pem.isPair(key, chain[0]),
                  "its private key does not belong to its certificate");
            });
  }

  public static void take(SslBundle bundle, TlsSettings.Builder into, boolean withKeys) {
    TrustManager[] trust = bundle.getManagers().getTrustManagers();
    KeyManager[] keys = withKeys ? bundle.getManagers().getKeyManagers() : null;
    String[] protocols = bundle.getOptions().getEnabledProtocols();
    if (protocols == null && !SslBundle.DEFAULT_PROTOCOL.equals(bundle.getProtocol())) {
      // What the bundle's own contexts would enable.
      protocols =
          Stream.of(bundle.createSslContext().getDefaultSSLParameters().getProtocols())
              .filter(protocol -> !OLD.contains(protocol))
              .toArray(String[]::new);
    }
    if (trust != null && trust.length > 0) {
      into.trustManagers(trust);
    }
    if (keys != null && keys.length > 0) {
      into.keyManagers(keys);
    }
    if (protocols != null) {
      into.protocols(protocols);
    }
    if (bundle.getOptions().getCiphers() != null) {
      into.cipherSuites(bundle.getOptions().getCiphers());
    }
  }

  /** By a store, or by managers of its own without any store. */
  private static boolean holds(SslBundle bundle, Function<SslStoreBundle, KeyStore> store) {
    SslStoreBundle stores = bundle.getStores();
    return stores == null || stores == SslStoreBundle.NONE || store.apply(stores) != null;
  }

  void whenChanged(String name, Runnable action) {
    try {
      bundles.addBundleUpdateHandler(name, changed -> action.run());
    } catch (NoSuchSslBundleException | NoSuchMethodError e) {
      // Loading it tells what there is not; bundles of Boot 3.1 never change.
    }
  }
}
