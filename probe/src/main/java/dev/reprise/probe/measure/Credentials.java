package dev.reprise.probe.measure;

import java.lang.reflect.Proxy;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

/** Trust and client certificate of the probe. Remembers what the server showed and asked for. */
public final class Credentials {

  private final SeeingTrust trust;
  private final KeyManager keys;
  private final boolean hasKeys;
  private volatile boolean asked;

  /**
   * Made from managers.
   *
   * @param keys one without keys for no client certificate
   */
  public Credentials(X509TrustManager trust, X509KeyManager keys, boolean hasKeys) {
    this.trust = new SeeingTrust(trust);
    this.keys = seeing(keys);
    this.hasKeys = hasKeys;
  }

  /** Leaves everything to the manager, and notices when a client certificate is asked for. */
  private KeyManager seeing(X509KeyManager manager) {
    return (KeyManager)
        Proxy.newProxyInstance(
            Credentials.class.getClassLoader(),
            new Class<?>[] {X509KeyManager.class},
            (proxy, method, arguments) -> {
              asked |= method.getName().equals("chooseClientAlias");
              return method.invoke(manager, arguments);
            });
  }

  /** Makes a context without sessions. */
  SSLContext newContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {keys}, trustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  TrustManager[] trustManagers() {
    return new TrustManager[] {trust};
  }

  KeyManager[] keyManagers() {
    return new KeyManager[] {keys};
  }

  boolean hasKeys() {
    return hasKeys;
  }

  /** The chain that a server showed last; empty if none did. */
  X509Certificate[] seen() {
    return trust.seen;
  }

  /** Whether a server has asked for a client certificate. */
  boolean isAsked() {
    return asked;
  }

  /** Leaves the decision to the other one. The name is verified by JSSE, and by Reprise. */
  private static final class SeeingTrust implements X509TrustManager {

    private final X509TrustManager trust;
    private volatile X509Certificate[] seen = {};

    SeeingTrust(X509TrustManager trust) {
      this.trust = trust;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      seen = chain.clone();
      trust.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      trust.checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return trust.getAcceptedIssuers();
    }
  }
}
