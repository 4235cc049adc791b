package dev.reprise.tls.internal.provider;

import dev.reprise.tls.IllegalSettingException;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Where the SSLContexts of lanes come from. All contexts of one source have the same trust and key
 * configuration; each has a session cache of its own.
 */
public final class ContextSource {

  private static final String BOUNCY_CASTLE =
      "Bouncy Castle's TLS needs bctls, bcprov and bcutil of one version, and to be made as new"
          + " BouncyCastleJsseProvider(new BouncyCastleProvider())";

  /** Fixed, since the JVM's preference may change and who verifies host names depends on it. */
  private final Provider provider;

  /** The user's maker of contexts, whose managers are unknown; null if managers were given. */
  private final Supplier<SSLContext> supplier;

  private final KeyManager[] owner;
  private final TrustManager[] owners;
  private final KeyManager[] keys;
  private final TrustManager[] trust;

  /** The trust manager that contexts ask; null if unknown. */
  public final TrustManager trustManager;

  /** Whether a {@link SocketTrustManager} sees the full handshakes of contexts. */
  public final boolean witnessed;

  private ContextSource(
      SSLContext first, Supplier<SSLContext> supplier, KeyManager[] owner, TrustManager[] owners) {
    this.provider = first.getProvider();
    this.supplier = supplier;
    this.owner = owner;
    this.owners = owners;
    keys = EngineKeyManager.of(owner);
    trustManager = firstX509(owners);
    witnessed = watchable() && !ProviderTraits.of(provider).keepsSessionValues();
    trust = SocketTrustManager.of(owners, witnessed);
  }

  /** Returns a source of contexts over the given managers, which all lanes share. */
  public static ContextSource ofManagers(
      Provider given, KeyManager[] owner, TrustManager[] owners) {
    return new ContextSource(uninitialized(given), null, owner, owners);
  }

  public static ContextSource ofSupplier(Supplier<SSLContext> supplier) {
    SSLContext first = supplied(supplier);
    if (supplied(supplier) == first) {
      throw new IllegalSettingException(
          "sslContext",
          "the supplier returned the same SSLContext twice. It must make a new one at each call, since"
              + " over one context threads use up each other's TLS 1.3 tickets. Or give"
              + " trustManagers and keyManagers instead");
    }
    return new ContextSource(first, supplier, null, new TrustManager[0]);
  }

  /** Returns a new context for a lane of sockets. */
  public SSLContext next() {
    return next(keys, trust);
  }

  /** Returns a new context that asks the managers as they are given, unlike {@link #next}. */
  public SSLContext plain() {
    return next(owner, owners);
  }

  /** Returns a new context whose trust manager is behind the watch, if it is {@link #watchable}. */
  public SSLContext nextWatched(HandshakeWatch watch) {
    return next(owner, watch.over(owners));
  }

  /** Returns whether contexts of {@link #nextWatched} call the watch. */
  public boolean watchable() {
    return trustManager instanceof X509ExtendedTrustManager;
  }

  private SSLContext next(KeyManager[] keyManagers, TrustManager[] trustManagers) {
    if (supplier != null) {
      return next(supplied(supplier));
    }
    try {
      SSLContext context = uninitialized(provider);
      context.init(keyManagers, trustManagers, null);
      return context;
    } catch (GeneralSecurityException | IllegalStateException | LinkageError e) {
      // Bouncy Castle throws this if it was given no provider for its random numbers.
      throw unusable(provider, e);
    }
  }

  private SSLContext next(SSLContext supplied) {
    String name = supplied.getProvider().getName();
    if (!name.equals(provider.getName())) {
      throw new IllegalSettingException(
          "sslContext",
          "the supplier gave an SSLContext of the provider "
              + name
              + " after those of "
              + provider.getName()
              + "; it must always use the same provider");
    }
    return supplied;
  }

  private static SSLContext uninitialized(Provider provider) {
    try {
      return provider == null
          ? SSLContext.getInstance("TLS")
          : SSLContext.getInstance("TLS", provider);
    } catch (GeneralSecurityException | LinkageError e) {
      throw unusable(provider, e);
    }
  }

  /** The innermost cause says best what a provider lacks, such as its native library. */
  private static IllegalSettingException unusable(Provider provider, Throwable e) {
    String name = provider == null ? "the JDK's preference" : provider.getName();
    Throwable innermost = e;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return new IllegalSettingException(
        "provider",
        "cannot make a TLS context with "
            + name
            + ": "
            + (innermost instanceof LinkageError || innermost instanceof ClassNotFoundException
                ? innermost
                : innermost.getMessage())
            + (name.equals("BCJSSE") ? "; " + BOUNCY_CASTLE : ""),
        e);
  }

  /** Returns the trust manager that providers pick: the first one for X.509, or null. */
  private static TrustManager firstX509(TrustManager[] managers) {
    for (TrustManager manager : managers) {
      if (manager instanceof javax.net.ssl.X509TrustManager) {
        return manager;
      }
    }
    return null;
  }

  private static SSLContext supplied(Supplier<SSLContext> supplier) {
    SSLContext context = supplier.get();
    if (context == null) {
      throw new IllegalSettingException(
          "sslContext", "the supplier gave null; it must give a new SSLContext at each call");
    }
    return context;
  }
}
