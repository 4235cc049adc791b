package dev.reprise.spring.builders;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.builders.BootBuilders.BuilderLibrary;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.SslBundleLoader;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsSettings;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
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

  /** Null where there are none. */
  private final SslBundles all;

  private final Map<String, Source> named = new HashMap<>();

  /** Those that names have, or have had: Boot goes on to build by the bundle of the start. */
  private final Map<SslBundle, Source> sources = new WeakHashMap<>();

  /** TLS like that of the default client, which is looked up when it is used. */
  public BuilderTls(Supplier<RepriseClient> client, ObjectProvider<SslBundles> all) {
    this.client = client;
    this.all = all.getIfAvailable();
    learnNames();
  }

  /**
   * Returns what a builder gets in place of a bundle, or of none if that is null. Returns null if
   * Boot's own TLS is to stay. Each library has sessions of its own. Libraries prefer cipher suites
   * in different orders, and cannot resume each other's sessions.
   */
  SslBundle resuming(SslBundle bundle, BuilderLibrary library) {
    RepriseClient like = client.get();
    if (like.socketFactory().settings().stockSockets()
        || !(bundle == null ? isOfJdk() : isOfBoot(bundle))) {
      return null;
    }
    SslBundle given = bundle == null ? WITHOUT : bundle;
    return ResumingBundle.of(given, context(like, given, library), library);
  }

  private synchronized ResumingSslContext context(
      RepriseClient like, SslBundle given, BuilderLibrary library) {
    if (!sources.containsKey(given)) {
      learnNames();
    }
    return sources.computeIfAbsent(given, each -> new Source(null)).context(like, given, library);
  }

  /** One bundle that has two names follows neither, since either might not be the one meant. */
  private void learnNames() {
    if (all != null) {
      for (String name : all.getBundleNames()) {
        learn(name, all.getBundle(name));
      }
    }
  }

  private void learn(String name, SslBundle bundle) {
    sources.merge(
        bundle,
        named.computeIfAbsent(name, Source::new),
        (known, other) -> known == other || known.name == null ? known : new Source(null));
  }

  private synchronized void changed(Source source, SslBundle changed, RepriseClient like) {
    learn(source.name, changed);
    source.reload(like);
  }

  /** What contexts are made of: the bundle of a name, or one that nobody changes. */
  private final class Source {

    private final String name;
    private final Map<BuilderLibrary, ResumingSslContext> contexts =
        new EnumMap<>(BuilderLibrary.class);

    /** What its contexts have, if it has a name. */
    private SslBundle inForce;

    Source(String name) {
      this.name = name;
    }

    ResumingSslContext context(RepriseClient like, SslBundle given, BuilderLibrary library) {
      if (name != null && inForce == null) {
        inForce = given;
        all.addBundleUpdateHandler(name, changed -> changed(this, changed, like));
        reload(like);
      }
      return contexts.computeIfAbsent(
          library,
          each -> new ResumingSslContext(settings(like, inForce == null ? given : inForce)));
    }

    /** Takes what the name has now: of two changes at a time, each may come last. */
    void reload(RepriseClient like) {
      SslBundle now = all.getBundle(name);
      if (now != inForce) {
        SslBundleLoader.reload(name, "what Boot's builders build", () -> take(like, now));
      }
    }

    /** Whom to trust is not left to the JVM because a bundle has lost its trust store. */
    private void take(RepriseClient like, SslBundle changed) {
      if (SslBundleLoader.holdsTrust(inForce) && !SslBundleLoader.holdsTrust(changed)) {
        throw new IllegalStateException("it holds no trusted certificates any more");
      }
      SslBundleLoader.requireFit(changed);
      TlsSettings settings = settings(like, changed);
      contexts.values().forEach(context -> context.reload(settings));
      inForce = changed;
    }
  }

  /** Those of the default client but for trust, keys and what is offered. */
  private static TlsSettings settings(RepriseClient like, SslBundle bundle) {
    TlsSettings given = like.socketFactory().settings();
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
    return Library.defaultIsOfJdk()
        && Stream.of(OF_JVM).allMatch(name -> System.getProperty(name) == null);
  }
}
