package dev.reprise.democlient;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The demo server that is called.
 *
 * @param baseUrl its URL without a slash at the end
 * @param trustStore the PKCS12 store with its CA
 * @param password the store's password
 */
record Target(String baseUrl, Path trustStore, String password) {

  /** The service, which commits a fault in answering. */
  URI service(String fault) {
    return URI.create(baseUrl + "/fault/" + fault + "/soap-canned");
  }

  /** A new trust manager that trusts the server's CA alone. */
  X509ExtendedTrustManager trustManager() throws GeneralSecurityException, IOException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(KeyStore.getInstance(trustStore.toFile(), password.toCharArray()));
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return extended;
      }
    }
    throw new GeneralSecurityException("no X.509 trust manager for " + trustStore);
  }

  @Override
  public String toString() {
    return baseUrl;
  }
}
