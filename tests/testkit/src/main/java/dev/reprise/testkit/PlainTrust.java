package dev.reprise.testkit;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/** Trusts what an authority has signed, and checks only chains. */
public final class PlainTrust implements X509TrustManager {

  private final X509TrustManager manager;

  public PlainTrust(Certificates certificates) {
    manager = new ChainOnlyTrust(certificates);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    manager.checkServerTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    manager.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return manager.getAcceptedIssuers();
  }
}
