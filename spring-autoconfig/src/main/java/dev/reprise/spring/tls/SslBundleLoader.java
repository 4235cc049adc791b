package dev.reprise.spring.tls;

import dev.reprise.spring.RepriseConfigurationException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Takes the managers of a bundle, once: {@link SslBundle#createSslContext()} would read its stores
 * again for each lane.
 */
final class SslBundleLoader implements BundleLoader {

  private final SslBundles bundles;

  SslBundleLoader(SslBundles bundles) {
    this.bundles = bundles;
  }

  @Override
  public TlsMaterial load(String property, String name) {
    try {
      SslBundle bundle = bundles.getBundle(name);
      TrustManager[] trust = bundle.getManagers().getTrustManagers();
      KeyManager[] keys = bundle.getManagers().getKeyManagers();
      String[] protocols = bundle.getOptions().getEnabledProtocols();
      return new TlsMaterial(
          trust,
          keys,
          protocols != null ? protocols : protocolsOf(bundle, trust, keys),
          bundle.getOptions().getCiphers());
    } catch (NoSuchSslBundleException e) {
      throw new RepriseConfigurationException(
          property,
          "there is no SSL bundle '" + name + "'",
          "Define it under spring.ssl.bundle.jks." + name + " or spring.ssl.bundle.pem." + name,
          e);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new RepriseConfigurationException(
          property,
          "the SSL bundle '" + name + "' cannot be loaded: " + e.getMessage(),
          "Correct the properties spring.ssl.bundle.*." + name,
          e);
    }
  }

  @Override
  public void whenChanged(String name, Runnable action) {
    try {
      bundles.addBundleUpdateHandler(name, changed -> action.run());
    } catch (NoSuchMethodError e) {
      // Bundles of Boot 3.1 never change.
    }
  }

  /** What the bundle's own contexts would enable; null for the default. */
  private static String[] protocolsOf(SslBundle bundle, TrustManager[] trust, KeyManager[] keys)
      throws GeneralSecurityException {
    if (SslBundle.DEFAULT_PROTOCOL.equals(bundle.getProtocol())) {
      return null;
    }
    SSLContext context = SSLContext.getInstance(bundle.getProtocol());
    context.init(keys, trust, null);
    return context.getDefaultSSLParameters().getProtocols();
  }
}
