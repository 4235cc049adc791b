package dev.reprise.trial;

import dev.reprise.testkit.CountingKeyManager;
import dev.reprise.trial.Dimensions.Name;
import dev.reprise.trial.Dimensions.ProviderKind;
import dev.reprise.trial.Dimensions.Trust;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;
import org.wildfly.openssl.OpenSSLProvider;
import org.wildfly.openssl.SSL;

/** Certificates, providers and managers, made once for all scenarios. */
final class Identities {

  static final String PROXY_HOST = "proxy.reprise.test";

  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final HeldCertificate CA = authority("Trial CA");
  private static final HeldCertificate OTHER_CA = authority("Another CA");

  private static final Map<Name, KeyManager[]> SERVERS = new EnumMap<>(Name.class);
  private static final KeyManager[] PROXY = proxy(PROXY_HOST);
  private static final KeyManager[] OTHER_PROXY = proxy("other.test");
  private static final KeyManager[] CLIENT = keys(named("client").build(), CA);

  /** Of providers that give none of the JDK's key managers' keys of EC to a server. */
  private static final Map<ProviderKind, KeyManager[]> CLIENTS = new EnumMap<>(ProviderKind.class);

  private static final Map<ProviderKind, Provider> PROVIDERS = new EnumMap<>(ProviderKind.class);
  private static final X509ExtendedTrustManager TRUST = trust(CA);
  private static final X509ExtendedTrustManager OTHER_TRUST = trust(OTHER_CA);

  static {
    for (Name name : Name.values()) {
      SERVERS.put(name, server(name));
    }
    PROVIDERS.put(ProviderKind.CONSCRYPT, Conscrypt.newProvider());
    Provider bouncy = new BouncyCastleJsseProvider(new BouncyCastleProvider());
    PROVIDERS.put(ProviderKind.BCJSSE, bouncy);
    CLIENTS.put(
        ProviderKind.BCJSSE,
        keys(named("client").build(), CA, () -> KeyManagerFactory.getInstance("PKIX", bouncy)));
    CLIENTS.put(ProviderKind.WILDFLY, keys(named("client").rsa2048().build(), CA));
    try {
      SSL.getInstance();
      PROVIDERS.put(ProviderKind.WILDFLY, new OpenSSLProvider());
    } catch (RuntimeException | LinkageError e) {
      System.err.println("SKIPPED provider=wildfly, which does not load here: " + e);
    }
  }

  private Identities() {}

  private static HeldCertificate authority(String name) {
    return new HeldCertificate.Builder().commonName(name).certificateAuthority(0).build();
  }

  private static HeldCertificate.Builder named(String commonName) {
    return new HeldCertificate.Builder().commonName(commonName).signedBy(CA);
  }

  private static KeyManager[] proxy(String host) {
    return keys(named("proxy").addSubjectAlternativeName(host).build(), CA);
  }

  private static KeyManager[] server(Name name) {
    HeldCertificate authority = name == Name.UNTRUSTED ? OTHER_CA : CA;
    HeldCertificate.Builder builder =
        new HeldCertificate.Builder()
            .commonName(name.name().startsWith("COMMON_NAME") ? "localhost" : "server")
            .signedBy(authority);
    if (name.alternative != null) {
      builder.addSubjectAlternativeName(name.alternative);
    }
    if (name == Name.EXPIRED) {
      long now = System.currentTimeMillis();
      builder.validityInterval(now - TimeUnit.DAYS.toMillis(9), now - TimeUnit.DAYS.toMillis(1));
    }
    return keys(builder.build(), authority);
  }

  private static KeyManager[] keys(HeldCertificate certificate, HeldCertificate authority) {
    return keys(
        certificate,
        authority,
        () -> KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm()));
  }

  private static KeyManager[] keys(
      HeldCertificate certificate,
      HeldCertificate authority,
      Callable<KeyManagerFactory> factories) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "key",
          certificate.keyPair().getPrivate(),
          PASSWORD,
          new X509Certificate[] {certificate.certificate(), authority.certificate()});
      KeyManagerFactory factory = factories.call();
      factory.init(store, PASSWORD);
      return factory.getKeyManagers();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509ExtendedTrustManager trust(HeldCertificate authority) {
    return (X509ExtendedTrustManager)
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(authority.certificate())
            .build()
            .trustManager();
  }

  static KeyManager[] server(Scenario scenario) {
    return SERVERS.get(scenario.get(Name.class)).clone();
  }

  static KeyManager[] proxy(boolean otherName) {
    return (otherName ? OTHER_PROXY : PROXY).clone();
  }

  /** The client's certificate, or null if it has none. */
  static KeyManager[] client(Scenario scenario) {
    return switch (scenario.get(Dimensions.ClientKey.class)) {
      case OPTIONAL_GIVEN, DEMANDED_GIVEN, RENEGOTIATED ->
          CLIENTS.getOrDefault(scenario.get(ProviderKind.class), CLIENT).clone();
      default -> null;
    };
  }

  static TrustManager[] trustOfServers() {
    return new TrustManager[] {TRUST};
  }

  /** The client's trust manager; with {@code other} one that trusts another authority. */
  static X509TrustManager trust(Scenario scenario, boolean other) {
    X509ExtendedTrustManager manager = other ? OTHER_TRUST : TRUST;
    Trust kind = scenario.get(Trust.class);
    return kind == Trust.STORE
        ? manager
        : kind == Trust.PLAIN ? new ChainOnly(manager) : new ExtendedChainOnly(manager);
  }

  /** The same for a context that is not of Reprise's making, so that the provider may ask it. */
  private static X509TrustManager trustInContext(Scenario scenario, boolean other) {
    return scenario.is(Trust.STORE) && scenario.is(ProviderKind.CONSCRYPT)
        ? new Translating(other ? OTHER_TRUST : TRUST)
        : trust(scenario, other);
  }

  /** Whether the scenario's provider loads on this machine. */
  static boolean hasProvider(Scenario scenario) {
    return scenario.is(ProviderKind.JSSE) || provider(scenario) != null;
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

  static SSLContext context(Provider provider, KeyManager[] keys, TrustManager[] trust) {
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

  /** A server's, which counts the full handshakes. */
  static SSLContext counted(KeyManager[] keys, AtomicInteger full) {
    KeyManager counting = new CountingKeyManager(keys[0], socket -> full.incrementAndGet());
    return context(null, new KeyManager[] {counting}, trustOfServers());
  }

  private record ChainOnly(X509TrustManager manager) implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkClientTrusted(chain, known(authType));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkServerTrusted(chain, known(authType));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return manager.getAcceptedIssuers();
    }
  }

  /** Conscrypt's name for the authentication of TLS 1.3 is unknown to the JDK's trust managers. */
  private static String known(String authType) {
    return "GENERIC".equals(authType) ? "UNKNOWN" : authType;
  }

  /** The JDK's trust manager with all that it checks. */
  private static final class Translating extends ExtendedChainOnly {

    private final X509ExtendedTrustManager manager;

    Translating(X509ExtendedTrustManager manager) {
      super(manager);
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
  }

  private static class ExtendedChainOnly extends X509ExtendedTrustManager {

    private final X509TrustManager chainOnly;

    ExtendedChainOnly(X509TrustManager manager) {
      chainOnly = new ChainOnly(manager);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      chainOnly.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws CertificateException {
      chainOnly.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      chainOnly.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
        throws CertificateException {
      chainOnly.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      chainOnly.checkClientTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      chainOnly.checkServerTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return chainOnly.getAcceptedIssuers();
    }
  }
}
