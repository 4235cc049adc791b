package dev.reprise.probe.measure;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
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
  private final SeeingKeys keys;

  /**
   * Made from managers.
   *
   * @param keys null for no client certificate
   */
  public Credentials(X509TrustManager trust, X509KeyManager keys) {
    this.trust = new SeeingTrust(trust);
    this.keys = new SeeingKeys(keys);
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
    return keys.keys != null;
  }

  /** The chain that a server showed last; empty if none did. */
  X509Certificate[] seen() {
    return trust.seen;
  }

  /** Whether a server has asked for a client certificate. */
  boolean isAsked() {
    return keys.asked;
  }

  /** Delegates to the other one, if there is one. */
  private static final class SeeingKeys implements X509KeyManager {

    private final X509KeyManager keys;
    private volatile boolean asked;

    SeeingKeys(X509KeyManager keys) {
      this.keys = keys;
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      asked = true;
      return keys == null ? null : keys.chooseClientAlias(types, issuers, socket);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return keys == null ? null : keys.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return keys == null ? null : keys.getPrivateKey(alias);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return keys == null ? null : keys.getClientAliases(type, issuers);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }
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
