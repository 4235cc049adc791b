package dev.reprise.probe.measure;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

/** Trust and client certificate of the probe. Remembers what the server showed and asked for. */
public final class Credentials {

  final TrustManager[] trustManagers;
  final KeyManager[] keyManagers;
  final boolean hasKeys;
  private volatile X509Certificate[] seen = {};
  private volatile boolean asked;

  /**
   * Makes credentials from managers.
   *
   * @param keys holds no keys if there is no client certificate
   */
  public Credentials(X509TrustManager trust, X509KeyManager keys, boolean hasKeys) {
    trustManagers = new TrustManager[] {seeing(X509TrustManager.class, trust)};
    keyManagers = new KeyManager[] {seeing(X509KeyManager.class, keys)};
    this.hasKeys = hasKeys;
  }

  /**
   * Leaves everything to the manager, and remembers what it was asked. JSSE and Reprise verify the
   * name.
   */
  private <T> T seeing(Class<T> type, T manager) {
    return type.cast(
        Proxy.newProxyInstance(
            Credentials.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              asked |= method.getName().equals("chooseClientAlias");
              if (method.getName().equals("checkServerTrusted")) {
                seen = ((X509Certificate[]) arguments[0]).clone();
              }
              try {
                return method.invoke(manager, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  SSLContext newContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers, trustManagers, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** The chain that a server showed last; empty if none did. */
  X509Certificate[] seen() {
    return seen;
  }

  boolean isAsked() {
    return asked;
  }
}
