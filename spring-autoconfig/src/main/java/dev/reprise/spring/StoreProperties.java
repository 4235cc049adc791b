package dev.reprise.spring;

/** Where a store is and how it is opened, or the PEM files that make one. */
public class StoreProperties {

  /**
   * Location of the store: a path, or a URL of file: or classpath:. Unset for the JDK's trust store
   * and no client key.
   */
  private String location;

  /** Type of the store, such as PKCS12 or JKS. Unset to have these two told apart by content. */
  private String type;

  /** Password of the store. */
  private String password;

  /**
   * Certificates in PEM form, instead of a store: a path, a URL of file: or classpath:, or the PEM
   * text itself. In a trust store, those to trust; in a key store, the chain of the key.
   */
  private String certificate;

  public String getLocation() {
    return location;
  }

  public void setLocation(String location) {
    this.location = location;
  }

  public String getType() {
    return type;
  }

  public void setType(String type) {
    this.type = type;
  }

  public String getPassword() {
    return password;
  }

  public void setPassword(String password) {
    this.password = password;
  }

  public String getCertificate() {
    return certificate;
  }

  public void setCertificate(String certificate) {
    this.certificate = certificate;
  }
}
