package dev.reprise.trial;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.ServerTls;
import java.net.Socket;
import java.security.Provider;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManager;
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
  private static final Certificates CA = new Certificates();
  private static final Certificates OTHER_CA = CA.ofAnotherAuthority();
  private static final Map<String, KeyManager[]> SERVERS = new HashMap<>();
  private static final KeyManager[] PROXY = CA.keyManagers(CA.serverOf(PROXY_HOST));
  private static final KeyManager[] OTHER_PROXY = CA.keyManagers(CA.serverOf("other.test"));
  private static final KeyManager[] CLIENT = CA.keyManagers(CA.client());
  private static final Map<String, Provider> PROVIDERS = new HashMap<>();
  private static final KeyManager[] BOUNCY_CLIENT;

  static {
    for (String name : Dimensions.ALL.get("name")) {
      SERVERS.put(name, server(name));
    }
    PROVIDERS.put("conscrypt", Conscrypt.newProvider());
    Provider bouncy = new BouncyCastleJsseProvider(new BouncyCastleProvider());
    PROVIDERS.put("bcjsse", bouncy);
    // It takes no EC key of the JDK's key managers.
    BOUNCY_CLIENT = CA.keyManagers(CA.client(), bouncy);
  }

  private Identities() {}

  private static KeyManager[] server(String name) {
    return switch (name) {
      case "untrusted" -> OTHER_CA.keyManagers(OTHER_CA.server());
      case "expired" -> CA.keyManagers(CA.expired());
      case "address" -> named("127.0.0.1");
      case "other-address" -> named("127.0.0.2");
      case "other" -> named("other.test");
      case "wildcard" -> named("*.reprise.test");
      case "wildcard-partial" -> named("al*.reprise.test");
      default -> named("localhost");
    };
  }

  private static KeyManager[] named(String host) {
    return CA.keyManagers(CA.serverNamed("server", host));
  }

  static KeyManager server(Scenario scenario) {
    return SERVERS.get(scenario.get("name"))[0];
  }

  static TrustManager[] clientTrust() {
    return CA.trustManagers();
  }

  static ServerTls proxy(Scenario scenario) {
    return new ServerTls((scenario.is("proxy-fault=other-name") ? OTHER_PROXY : PROXY)[0]);
  }

  static KeyManager[] client(Scenario scenario) {
    return switch (scenario.get("client-key")) {
      case "optional-given", "demanded-given" ->
          (scenario.is("provider=bcjsse") ? BOUNCY_CLIENT : CLIENT).clone();
      default -> null;
    };
  }

  /** The client's trust manager; with {@code other} one that trusts another authority. */
  static X509TrustManager trust(Scenario scenario, boolean other) {
    Certificates authority = other ? OTHER_CA : CA;
    return scenario.is("trust=extended")
        ? new ChainOnlyTrust(authority)
        : (X509TrustManager) authority.trustManagers()[0];
  }

  /** The same for a context that is not of Reprise's making, so that the provider may ask it. */
  private static X509TrustManager trustInContext(Scenario scenario, boolean other) {
    X509TrustManager trust = trust(scenario, other);
    return scenario.is("trust=store") && scenario.is("provider=conscrypt")
        ? new Translating((X509ExtendedTrustManager) trust, other ? OTHER_CA : CA)
        : trust;
  }

  /** Null for the JDK's own. */
  static Provider provider(Scenario scenario) {
    return PROVIDERS.get(scenario.get("provider"));
  }

  static SSLContext context(Scenario scenario, boolean otherTrust) {
    return Certificates.context(
        provider(scenario),
        client(scenario),
        new TrustManager[] {trustInContext(scenario, otherTrust)});
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
