package dev.reprise.spring.builders;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.builders.BootBuilders.BuilderLibrary;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.SslBundleLoader;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsSettings;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http.ssl.TlsCiphers;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.ReflectionUtils;

/**
 * The TLS of clients that Boot's own builders build. Only Boot decides whom they trust and which
 * key they show; properties under {@code reprise.ssl} are not used. Everything else is as in the
 * default client. Thread-safe.
 */
final class BuilderTls {

  /** System properties by which the JDK, or HttpClient, does more than to trust by default. */
  private static final String[] OF_JVM = {
    "javax.net.ssl.keyStore",
    "javax.net.ssl.keyStoreType",
    "javax.net.ssl.keyStoreProvider",
    "https.protocols",
    "https.cipherSuites"
  };

  private static final SslBundle WITHOUT = SslBundle.of(null);

  private final BeanFactory beans;

  /** By what they were made of, for as long as somebody has that. */
  private final Map<SslBundle, Map<BuilderLibrary, ResumingSslContext>> contexts =
      new WeakHashMap<>();

  BuilderTls(BeanFactory beans) {
    this.beans = beans;
  }

  /**
   * Returns the bundle that a builder gets instead of the given one, which may be null; its context
   * is a {@link ResumingSslContext}. Returns null if Boot's own TLS is to stay. Each library has
   * sessions of its own, since libraries prefer cipher suites in different orders, and cannot
   * resume each other's sessions.
   */
  SslBundle resuming(SslBundle bundle, BuilderLibrary library) {
    RepriseClient like = beans.getBean(RepriseClients.class).get(RepriseClients.DEFAULT);
    if (like.socketFactory().settings().stockSockets()
        || !(bundle == null ? isOfJdk() : isOfBoot(bundle))) {
      return null;
    }
    SslBundle given = bundle == null ? WITHOUT : bundle;
    ResumingSslContext context = context(like, given, library);
    boolean filters =
        library == BuilderLibrary.HTTPCLIENT5 || library == BuilderLibrary.HTTPCLIENT5_ASYNC;
    return SslBundle.of(
        given.getStores(),
        given.getKey(),
        filters ? filtered(given.getOptions(), context) : given.getOptions(),
        given.getProtocol(),
        new Resuming(given.getManagers(), context));
  }

  /** What HttpClient 5 would find out again for each connection, by regular expressions. */
  private static SslOptions filtered(SslOptions given, SSLContext context) {
    SSLParameters defaults = context.getDefaultSSLParameters();
    String[] ciphers = given.getCiphers();
    String[] protocols = given.getEnabledProtocols();
    return SslOptions.of(
        ciphers != null ? ciphers : TlsCiphers.excludeWeak(defaults.getCipherSuites()),
        protocols != null ? protocols : TLS.excludeWeak(defaults.getProtocols()));
  }

  private synchronized ResumingSslContext context(
      RepriseClient like, SslBundle given, BuilderLibrary library) {
    return contexts
        .computeIfAbsent(given, each -> new EnumMap<>(BuilderLibrary.class))
        .computeIfAbsent(
            library,
            each ->
                each == BuilderLibrary.HTTPCLIENT5
                    ? ResumingSslContext.forHttpClient5(settings(like, given))
                    : new ResumingSslContext(settings(like, given)));
  }

  /** Those of the default client but for trust, keys and what is offered. */
  private static TlsSettings settings(RepriseClient like, SslBundle bundle) {
    TlsSettings given = like.socketFactory().settings();
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .name(given.name())
            .closeTimeout(given.closeTimeout())
            .maxLanesPerPeer(given.maxLanesPerPeer())
            .maxPeers(given.maxPeers())
            .laneIdleTimeout(given.laneIdleTimeout())
            .sessionTimeout(given.sessionTimeout())
            .requireCloseNotify(given.requireCloseNotify());
    given.listeners().forEach(settings::addListener);
    if (bundle != WITHOUT) {
      SslBundleLoader.take(bundle, settings, true);
    }
    return settings.build();
  }

  /** Whether its contexts are known to be what its managers say: not made by the application. */
  private static boolean isOfBoot(SslBundle bundle) {
    return bundle.getManagers() != null
        && isDeclaredBy(SslBundle.class, bundle)
        && isDeclaredBy(SslManagerBundle.class, bundle.getManagers(), String.class);
  }

  private static boolean isDeclaredBy(Class<?> type, Object made, Class<?>... parameters) {
    return ReflectionUtils.findMethod(made.getClass(), "createSslContext", parameters)
            .getDeclaringClass()
        == type;
  }

  /**
   * Whether default TLS is only the JDK's default trust: no key and no context that the
   * application, or who starts the JVM, has installed. Looked at for each build, as Boot does.
   */
  private static boolean isOfJdk() {
    return Library.defaultIsOfJdk()
        && Stream.of(OF_JVM).allMatch(name -> System.getProperty(name) == null);
  }

  /** Keeps no bundle, since its context is looked up by that. */
  private static final class Resuming implements SslManagerBundle {

    private final SslManagerBundle given;
    private final ResumingSslContext context;

    Resuming(SslManagerBundle given, ResumingSslContext context) {
      this.given = given;
      this.context = context;
    }

    @Override
    public KeyManagerFactory getKeyManagerFactory() {
      return given.getKeyManagerFactory();
    }

    @Override
    public TrustManagerFactory getTrustManagerFactory() {
      return given.getTrustManagerFactory();
    }

    @Override
    public SSLContext createSslContext(String protocol) {
      return context;
    }
  }
}
