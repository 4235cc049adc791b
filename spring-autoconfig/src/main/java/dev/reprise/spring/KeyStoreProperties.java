package dev.reprise.spring;

/** A store of private keys, which may have a password of their own. */
public class KeyStoreProperties extends StoreProperties {

  /** Password of the private key. Unset when it is the store's, or a PEM key is not encrypted. */
  private String keyPassword;

  /**
   * Private key in PEM form (PKCS8), instead of a store: a path, a URL of file: or classpath:, or
   * the PEM text itself. Unset when it stands beside the certificate.
   */
  private String privateKey;

  public String getKeyPassword() {
    return keyPassword;
  }

  public void setKeyPassword(String keyPassword) {
    this.keyPassword = keyPassword;
  }

  public String getPrivateKey() {
    return privateKey;
  }

  public void setPrivateKey(String privateKey) {
    this.privateKey = privateKey;
  }
}
