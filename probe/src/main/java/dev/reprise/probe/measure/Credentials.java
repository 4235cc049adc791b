package dev.reprise.probe.measure;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Whom the probe trusts and what it shows. Remembers what the server has shown. */
public final class Credentials {

  private final SeeingTrust trust;
  private final KeyManager[] keys;

  /**
   * Of the first trust manager for X.509.
   *
   * @param keys none for no client certificate
   */
  public Credentials(TrustManager[] trust, KeyManager[] keys) {
    this.trust =
        Arrays.stream(trust)
            .filter(X509ExtendedTrustManager.class::isInstance)
            .map(manager -> new SeeingTrust((X509ExtendedTrustManager) manager))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no X509ExtendedTrustManager"));
    this.keys = keys.clone();
  }

  /**
   * A context with no sessions.
   *
   * @param random where its random bytes come from; null for the provider's own
   */
  SSLContext newContext(SecureRandom random) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trustManagers(), random);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  TrustManager[] trustManagers() {
    return new TrustManager[] {trust};
  }

  KeyManager[] keyManagers() {
    return keys.clone();
  }

  boolean hasKeys() {
    return keys.length > 0;
  }

  /** The chain that a server has shown last; empty before. */
  X509Certificate[] seen() {
    return trust.seen;
  }

  /** Leaves the decision to the other one, which verifies the host name too. */
  private static final class SeeingTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager trust;
    private volatile X509Certificate[] seen = {};

    SeeingTrust(X509ExtendedTrustManager trust) {
      this.trust = trust;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      seen = chain.clone();
      trust.checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      seen = chain.clone();
      trust.checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      seen = chain.clone();
      trust.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      trust.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      trust.checkClientTrusted(chain, type, engine);
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
