package dev.reprise.trial;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.CountingKeyManager;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.trial.Dimensions.*;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;

/** Certificates, providers and managers, made once for all scenarios. */
final class Identities {

  static final String PROXY_HOST = "proxy.reprise.test";

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final Certificates CA = new Certificates();
  private static final Certificates OTHER_CA = CA.ofAnotherAuthority();

  private static final Map<Name, KeyManager[]> SERVERS = new EnumMap<>(Name.class);
  private static final KeyManager[] PROXY = CA.keyManagers(CA.serverOf(PROXY_HOST));
  private static final KeyManager[] OTHER_PROXY = CA.keyManagers(CA.serverOf("other.test"));
  private static final KeyManager[] CLIENT = CA.keyManagers(CA.client());
  private static final Map<ProviderKind, Provider> PROVIDERS = new EnumMap<>(ProviderKind.class);
  private static final KeyManager[] BOUNCY_CLIENT;

  static {
    for (Name name : Name.values()) {
      SERVERS.put(name, server(name));
    }
    PROVIDERS.put(ProviderKind.CONSCRYPT, Conscrypt.newProvider());
    Provider bouncy = new BouncyCastleJsseProvider(new BouncyCastleProvider());
    PROVIDERS.put(ProviderKind.BCJSSE, bouncy);
    BOUNCY_CLIENT = bouncyKeys(CA.client(), bouncy);
  }

  private Identities() {}

  private static KeyManager[] server(Name name) {
    if (name == Name.UNTRUSTED) {
      return OTHER_CA.keyManagers(OTHER_CA.server());
    }
    return CA.keyManagers(
        name == Name.EXPIRED ? CA.expired() : CA.serverNamed("server", name.alternative));
  }

  /** Bouncy Castle takes no EC key of the JDK's key managers. */
  private static KeyManager[] bouncyKeys(HeldCertificate certificate, Provider bouncy) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      X509Certificate[] chain = {certificate.certificate(), CA.authority()};
      store.setKeyEntry("key", certificate.keyPair().getPrivate(), PASSWORD, chain);
      KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX", bouncy);
      factory.init(store, PASSWORD);
      return factory.getKeyManagers();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static KeyManager server(Scenario scenario) {
    return SERVERS.get(scenario.get(Name.class))[0];
  }

  /** What servers trust. */
  static TrustManager[] clientTrust() {
    return CA.trustManagers();
  }

  /** A proxy's, which counts the full handshakes. */
  static SSLContext proxy(Scenario scenario, AtomicInteger full) {
    KeyManager keys = (scenario.is(ProxyFault.OTHER_NAME) ? OTHER_PROXY : PROXY)[0];
    KeyManager counting = new CountingKeyManager(keys, socket -> full.incrementAndGet());
    return context(null, new KeyManager[] {counting}, CA.trustManagers());
  }

  /** The client's certificate, or null if it has none. */
  static KeyManager[] client(Scenario scenario) {
    return switch (scenario.get(Dimensions.ClientKey.class)) {
      case OPTIONAL_GIVEN, DEMANDED_GIVEN ->
          (scenario.is(ProviderKind.BCJSSE) ? BOUNCY_CLIENT : CLIENT).clone();
      default -> null;
    };
  }

  /** The client's trust manager; with {@code other} one that trusts another authority. */
  static X509TrustManager trust(Scenario scenario, boolean other) {
    Certificates authority = other ? OTHER_CA : CA;
    return switch (scenario.get(Trust.class)) {
      case STORE -> (X509TrustManager) authority.trustManagers()[0];
      case PLAIN -> plain(new ChainOnlyTrust(authority));
      case EXTENDED -> new ChainOnlyTrust(authority);
    };
  }

  /** The same for a context that is not of Reprise's making, so that the provider may ask it. */
  private static X509TrustManager trustInContext(Scenario scenario, boolean other) {
    X509TrustManager trust = trust(scenario, other);
    return scenario.is(Trust.STORE) && scenario.is(ProviderKind.CONSCRYPT)
        ? new Translating((X509ExtendedTrustManager) trust, other ? OTHER_CA : CA)
        : trust;
  }

  /** Null for the JDK's own. */
  static Provider provider(Scenario scenario) {
    return PROVIDERS.get(scenario.get(ProviderKind.class));
  }

  static SSLContext context(Scenario scenario, boolean otherTrust) {
    return context(
        provider(scenario),
        client(scenario),
        new TrustManager[] {trustInContext(scenario, otherTrust)});
  }

  private static SSLContext context(Provider provider, KeyManager[] keys, TrustManager[] trust) {
    try {
      SSLContext context =
          provider == null
              ? SSLContext.getInstance("TLS")
              : SSLContext.getInstance("TLS", provider);
      context.init(keys, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509TrustManager plain(X509TrustManager manager) {
    return new X509TrustManager() {
      @Override
      public void checkClientTrusted(X509Certificate[] chain, String authType)
          throws CertificateException {
        manager.checkClientTrusted(chain, authType);
      }

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String authType)
          throws CertificateException {
        manager.checkServerTrusted(chain, authType);
      }

      @Override
      public X509Certificate[] getAcceptedIssuers() {
        return manager.getAcceptedIssuers();
      }
    };
  }

  /** The JDK's trust manager with all that it checks, and Conscrypt's name for TLS 1.3's keys. */
  private static final class Translating extends ChainOnlyTrust {

    private final X509ExtendedTrustManager manager;

    Translating(X509ExtendedTrustManager manager, Certificates authority) {
      super(authority);
      this.manager = manager;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      manager.checkServerTrusted(chain, known(authType), socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      manager.checkServerTrusted(chain, known(authType), engine);
    }

    private static String known(String authType) {
      return "GENERIC".equals(authType) ? "UNKNOWN" : authType;
    }
  }
}
