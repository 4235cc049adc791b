package dev.reprise.spring.http;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.StringUtils;

/**
 * The TLS of Boot's own builders: whom a client that Boot builds trusts, and which key it shows, is
 * as without Reprise, unless the default client's trust and keys are lent to it. Bundles that Boot
 * is given count in any case. All else is as the default client has it. Thread-safe.
 */
final class BuilderTls {

  private final Supplier<RepriseClient> client;
  private final boolean lent;
  private final boolean ownSettings;
  private final Map<SslBundle, ResumingSslContext> bundles =
      Collections.synchronizedMap(new WeakHashMap<>());
  private ResumingSslContext stock;
  private ResumingSslSocketFactory stockSockets;

  /**
   * TLS after the default client, which is asked for at the first use.
   *
   * @param ownSettings whether that client's settings are a bean of the application
   */
  BuilderTls(Supplier<RepriseClient> client, boolean lent, boolean ownSettings) {
    this.client = client;
    this.lent = lent;
    this.ownSettings = ownSettings;
  }

  /** For a bundle, or null for none; null if Boot's own TLS is to stay. */
  ResumingSslSocketFactory sockets(SslBundle bundle) {
    if (bundle == null && isLent()) {
      return client.get().socketFactory();
    }
    ResumingSslContext context = context(bundle);
    if (context == null || bundle != null) {
      return context == null ? null : context.socketFactory();
    }
    return ofJvm(context);
  }

  /**
   * HttpClient 5, as Boot makes it, looks at these system properties, and java.net.http does not.
   */
  private synchronized ResumingSslSocketFactory ofJvm(ResumingSslContext context) {
    if (stockSockets == null) {
      TlsSettings.Builder settings = context.settings().toBuilder();
      String[] protocols = list("https.protocols");
      String[] suites = list("https.cipherSuites");
      if (protocols.length > 0) {
        settings.protocols(protocols);
      }
      if (suites.length > 0) {
        settings.cipherSuites(suites);
      }
      stockSockets = new ResumingSslSocketFactory(settings.build());
    }
    return stockSockets;
  }

  private static String[] list(String property) {
    return StringUtils.tokenizeToStringArray(System.getProperty(property), ",");
  }

  /** The same as a context. */
  ResumingSslContext context(SslBundle bundle) {
    if (bundle != null) {
      return bundles.computeIfAbsent(bundle, this::over);
    }
    return isLent() ? client.get().sslContext() : stock();
  }

  /** What tells connections that were made before a reload from others. */
  ResumingSslSocketFactory reloads() {
    return client.get().socketFactory();
  }

  /** Where it has more than what is the JDK's own, which stock knows better. */
  private boolean isLent() {
    ClientProperties.Tls tls = client.get().properties().getTls();
    return lent
        && (ownSettings
            || Stream.of(
                    tls.getBundle(),
                    tls.getTrustStore().getLocation(),
                    tls.getTrustStore().getCertificate(),
                    tls.getKeyStore().getLocation(),
                    tls.getKeyStore().getCertificate())
                .anyMatch(StringUtils::hasText));
  }

  /** Null where the application has a default context of its own, or Reprise is ruled out. */
  private synchronized ResumingSslContext stock() {
    if (stock == null && isOfJdk() && !client.get().properties().getTls().getStockSockets()) {
      TlsSettings.Builder settings = settings();
      KeyManager[] keys = keysOfJvm();
      if (keys != null) {
        settings.keyManagers(keys);
      }
      stock = new ResumingSslContext(settings.build());
    }
    return stock;
  }

  private ResumingSslContext over(SslBundle bundle) {
    TlsSettings.Builder settings = settings();
    TrustManager[] trust = bundle.getManagers().getTrustManagers();
    KeyManager[] keys = bundle.getManagers().getKeyManagers();
    if (trust != null && trust.length > 0) {
      settings.trustManagers(trust);
    }
    if (keys != null && keys.length > 0) {
      settings.keyManagers(keys);
    }
    if (bundle.getOptions().getEnabledProtocols() != null) {
      settings.protocols(bundle.getOptions().getEnabledProtocols());
    }
    if (bundle.getOptions().getCiphers() != null) {
      settings.cipherSuites(bundle.getOptions().getCiphers());
    }
    return new ResumingSslContext(settings.build());
  }

  /** Those of the default client but for trust, keys and what is offered. */
  private TlsSettings.Builder settings() {
    TlsSettings given = client.get().socketFactory().settings();
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .name(given.name())
            .closeWait(given.closeWait())
            .drainLimit(given.drainLimit())
            .maxLanesPerPeer(given.maxLanesPerPeer())
            .maxPeers(given.maxPeers())
            .laneIdleTimeout(given.laneIdleTimeout())
            .sessionTimeout(given.sessionTimeout())
            .requireCloseNotify(given.requireCloseNotify())
            .stockSockets(given.stockSockets());
    given.listeners().forEach(settings::addListener);
    return settings;
  }

  /** Not one that the application has installed by SSLContext.setDefault. */
  private static boolean isOfJdk() {
    try {
      return SSLContext.getDefault().getProtocol().equals("Default");
    } catch (GeneralSecurityException e) {
      // What is amiss with it the client that Boot builds will tell.
      return false;
    }
  }

  /** Those of {@code javax.net.ssl.keyStore}, which the JDK's default context shows; or null. */
  private static KeyManager[] keysOfJvm() {
    String location = System.getProperty("javax.net.ssl.keyStore");
    if (!hasText(location) || location.equals("NONE")) {
      return null;
    }
    char[] password = System.getProperty("javax.net.ssl.keyStorePassword", "").toCharArray();
    try (InputStream in = Files.newInputStream(Path.of(location))) {
      KeyStore store =
          KeyStore.getInstance(
              System.getProperty("javax.net.ssl.keyStoreType", KeyStore.getDefaultType()));
      store.load(in, password.length == 0 ? null : password);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, password);
      return factory.getKeyManagers();
    } catch (Exception e) {
      throw new IllegalStateException(
          "The key store of javax.net.ssl.keyStore cannot be loaded: " + location, e);
    }
  }
}
