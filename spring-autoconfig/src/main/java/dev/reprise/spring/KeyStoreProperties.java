package dev.reprise.spring;

/** A store of private keys, which may have a password of their own. */
public class KeyStoreProperties extends StoreProperties {

  /** Password of the private key. Unset when it is the store's. */
  private String keyPassword;

  public String getKeyPassword() {
    return keyPassword;
  }

  public void setKeyPassword(String keyPassword) {
    this.keyPassword = keyPassword;
  }
}
