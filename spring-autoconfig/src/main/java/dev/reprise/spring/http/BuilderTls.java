package dev.reprise.spring.http;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * The TLS of Boot's own builders: whom a client that Boot builds trusts, and which key it shows, is
 * as without Reprise, unless the default client's trust and keys are lent to it. Bundles that Boot
 * is given count in any case. All else is as the default client has it. Thread-safe.
 */
final class BuilderTls {

  /**
   * What takes a context. Each has one of its own: what one of them offers, in the order that it
   * prefers, spoils the sessions of another in the same lanes.
   */
  enum Library {
    HTTPCLIENT5,
    REACTOR,
    JDK
  }

  /** A bundle that stands for another. */
  interface Wrapper extends SslBundle {
    SslBundle unwrapped();
  }

  private final Supplier<RepriseClient> client;
  private final Library ofClient;
  private final boolean lent;
  private final boolean ownSettings;
  private final Map<SslBundle, Map<Library, ResumingSslContext>> bundles = new WeakHashMap<>();
  private final Map<SSLContext, WeakReference<SslBundle>> made = new WeakHashMap<>();
  private final Map<Library, ResumingSslContext> lentTo = new EnumMap<>(Library.class);
  private final Map<Library, ResumingSslContext> stock = new EnumMap<>(Library.class);
  private ResumingSslSocketFactory stockSockets;

  /**
   * TLS after the default client, which is asked for at the first use.
   *
   * @param ofClient the library that has the default client's own context
   * @param ownSettings whether that client's settings are a bean of the application
   */
  BuilderTls(Supplier<RepriseClient> client, Library ofClient, boolean lent, boolean ownSettings) {
    this.client = client;
    this.ofClient = ofClient;
    this.lent = lent;
    this.ownSettings = ownSettings;
  }

  /** For a bundle, or null for none; null if Boot's own TLS is to stay. */
  ResumingSslSocketFactory sockets(SslBundle bundle) {
    if (bundle == null && isLent()) {
      return client.get().socketFactory();
    }
    ResumingSslContext context = context(bundle, Library.HTTPCLIENT5);
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

  /** The same as a context, for one library. */
  synchronized ResumingSslContext context(SslBundle bundle, Library library) {
    if (bundle instanceof Wrapper) {
      return context(((Wrapper) bundle).unwrapped(), library);
    }
    if (bundle != null) {
      return isOfBoot(bundle)
          ? bundles
              .computeIfAbsent(bundle, each -> new EnumMap<>(Library.class))
              .computeIfAbsent(library, each -> over(bundle))
          : null;
    }
    return isLent() ? lentTo.computeIfAbsent(library, this::lent) : stock(library);
  }

  /** Notes a context that a bundle has made. */
  synchronized void made(SslBundle bundle, SSLContext context) {
    made.put(context, new WeakReference<>(bundle));
  }

  /** What takes the place of a context that a client was to have; null if it is to stay. */
  synchronized ResumingSslContext insteadOf(SSLContext context, Library library) {
    if (isDefault(context)) {
      return context(null, library);
    }
    WeakReference<SslBundle> maker = made.get(context);
    SslBundle bundle = maker == null ? null : maker.get();
    return bundle == null ? null : context(bundle, library);
  }

  private static boolean isDefault(SSLContext context) {
    try {
      return context == SSLContext.getDefault();
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private ResumingSslContext lent(Library library) {
    if (library == ofClient) {
      return client.get().sslContext();
    }
    ResumingSslContext context = new ResumingSslContext(client.get().socketFactory().settings());
    client.get().whenReloaded(context::reload);
    return context;
  }

  /** Whether its contexts are known to be what its managers say: not made by the application. */
  private static boolean isOfBoot(SslBundle bundle) {
    return hasOwn(bundle, SslBundle.class) && hasOwn(bundle.getManagers(), SslManagerBundle.class);
  }

  private static boolean hasOwn(Object made, Class<?> type) {
    Class<?>[] parameters =
        type == SslBundle.class ? new Class<?>[0] : new Class<?>[] {String.class};
    return made != null
        && ReflectionUtils.findMethod(made.getClass(), "createSslContext", parameters)
                .getDeclaringClass()
            == type;
  }

  /** What tells connections that were made before a reload from others. */
  ResumingSslSocketFactory reloads() {
    return client.get().socketFactory();
  }

  /** Where it has more than what is the JDK's own, which stock knows better. */
  boolean isLent() {
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
  private ResumingSslContext stock(Library library) {
    // At each build, as Boot does.
    return isOfJdk() && !client.get().properties().getTls().getStockSockets()
        ? stock.computeIfAbsent(library, this::ofJdk)
        : null;
  }

  private ResumingSslContext ofJdk(Library library) {
    TlsSettings.Builder settings = settings();
    // Netty makes contexts of its own, which never show the key of the JVM's properties.
    KeyManager[] keys = library == Library.REACTOR ? null : keysOfJvm();
    if (keys != null) {
      settings.keyManagers(keys);
    }
    return new ResumingSslContext(settings.build());
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
    String[] protocols = protocols(bundle, keys, trust);
    if (protocols != null) {
      settings.protocols(protocols);
    }
    if (bundle.getOptions().getCiphers() != null) {
      settings.cipherSuites(bundle.getOptions().getCiphers());
    }
    return new ResumingSslContext(settings.build());
  }

  /** Null for the JDK's. */
  private static String[] protocols(SslBundle bundle, KeyManager[] keys, TrustManager[] trust) {
    String[] enabled = bundle.getOptions().getEnabledProtocols();
    if (enabled != null || SslBundle.DEFAULT_PROTOCOL.equals(bundle.getProtocol())) {
      return enabled;
    }
    try {
      // What the bundle's own contexts would enable.
      SSLContext context = SSLContext.getInstance(bundle.getProtocol());
      context.init(keys, trust, null);
      return context.getDefaultSSLParameters().getProtocols();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "The SSL bundle's protocol cannot be had: " + bundle.getProtocol(), e);
    }
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

  /**
   * Those that the JDK's default context shows, by the properties {@code javax.net.ssl.keyStore…},
   * of which a token needs no file; null for none.
   */
  private static KeyManager[] keysOfJvm() {
    String location = System.getProperty("javax.net.ssl.keyStore", "");
    String given = System.getProperty("javax.net.ssl.keyStoreType", "");
    if (location.isEmpty() && given.isEmpty()) {
      return null;
    }
    String type = given.isEmpty() ? KeyStore.getDefaultType() : given;
    String provider = System.getProperty("javax.net.ssl.keyStoreProvider", "");
    String secret = System.getProperty("javax.net.ssl.keyStorePassword", "");
    char[] password = secret.isEmpty() ? null : secret.toCharArray();
    boolean file = !location.isEmpty() && !location.equals("NONE");
    try (InputStream in = file ? Files.newInputStream(Path.of(location)) : null) {
      KeyStore store =
          provider.isEmpty() ? KeyStore.getInstance(type) : KeyStore.getInstance(type, provider);
      store.load(in, password);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, type.equals("PKCS11") ? null : password);
      return factory.getKeyManagers();
    } catch (Exception e) {
      throw new IllegalStateException(
          "The key store of javax.net.ssl.keyStore cannot be loaded: " + location, e);
    }
  }
}
