package dev.reprise.spring.builders;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.builders.BootBuilders.BuilderLibrary;
import dev.reprise.spring.core.SslBundleLoader;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsSettings;
import java.security.GeneralSecurityException;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.util.ReflectionUtils;

/**
 * The TLS of what Boot's own builders build. Only Boot decides whom it trusts and which key it
 * shows, and nothing under {@code reprise.ssl} is used. All else is as the default client has it.
 * Thread-safe.
 */
public final class BuilderTls {

  /** System properties by which the JDK, or HttpClient, does more than to trust by default. */
  private static final String[] OF_JVM = {
    "javax.net.ssl.keyStore",
    "javax.net.ssl.keyStoreType",
    "javax.net.ssl.keyStoreProvider",
    "https.protocols",
    "https.cipherSuites"
  };

  private static final SslBundle WITHOUT = SslBundle.of(null);

  private final Supplier<RepriseClient> client;
  private final ObjectProvider<SslBundles> all;
  private final Map<SslBundle, Map<BuilderLibrary, SslBundle>> bundles = new WeakHashMap<>();

  /** TLS like that of the default client, which is looked up at the first use. */
  public BuilderTls(Supplier<RepriseClient> client, ObjectProvider<SslBundles> all) {
    this.client = client;
    this.all = all;
  }

  /**
   * Returns what a builder gets in place of a bundle, or of none if that is null. Returns null if
   * Boot's own TLS is to stay. Each library has sessions of its own. Libraries prefer cipher suites
   * in different orders, and cannot resume each other's sessions.
   */
  synchronized SslBundle resuming(SslBundle bundle, BuilderLibrary library) {
    if (client.get().socketFactory().settings().stockSockets()
        || !(bundle == null ? isOfJdk() : isOfBoot(bundle))) {
      return null;
    }
    SslBundle given = bundle == null ? WITHOUT : bundle;
    return bundles
        .computeIfAbsent(given, each -> new EnumMap<>(BuilderLibrary.class))
        .computeIfAbsent(library, each -> ResumingBundle.of(given, context(given), library));
  }

  private ResumingSslContext context(SslBundle bundle) {
    ResumingSslContext context = new ResumingSslContext(settings(bundle));
    AtomicBoolean holdsTrust = new AtomicBoolean(SslBundleLoader.holdsTrust(bundle));
    all.ifAvailable(
        known ->
            known.getBundleNames().stream()
                .filter(name -> known.getBundle(name) == bundle)
                .forEach(
                    name ->
                        known.addBundleUpdateHandler(
                            name,
                            changed ->
                                SslBundleLoader.reload(
                                    name,
                                    "what Boot's builders build",
                                    () -> reload(context, holdsTrust, changed)))));
    return context;
  }

  /** Whom to trust is not left to the JVM because a bundle has lost its trust store. */
  private void reload(ResumingSslContext context, AtomicBoolean holdsTrust, SslBundle changed) {
    boolean holdsItStill = SslBundleLoader.holdsTrust(changed);
    if (holdsTrust.get() && !holdsItStill) {
      throw new IllegalStateException("it holds no trusted certificates any more");
    }
    SslBundleLoader.requireFit(changed);
    context.reload(settings(changed));
    holdsTrust.set(holdsItStill);
  }

  /** Those of the default client but for trust, keys and what is offered. */
  private TlsSettings settings(SslBundle bundle) {
    TlsSettings given = client.get().socketFactory().settings();
    TlsSettings.Builder settings =
        TlsSettings.builder()
            .name(given.name())
            .closeTimeout(given.closeTimeout())
            .drainLimit(given.drainLimit())
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
    try {
      return SSLContext.getDefault().getProtocol().equals("Default")
          && Stream.of(OF_JVM).allMatch(name -> System.getProperty(name) == null);
    } catch (GeneralSecurityException e) {
      // What is wrong with it the client that Boot builds will tell.
      return false;
    }
  }
}
