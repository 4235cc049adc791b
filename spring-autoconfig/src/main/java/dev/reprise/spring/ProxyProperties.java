package dev.reprise.spring;

/** The properties under {@code reprise.proxy.}: an HTTP proxy to call through. */
public class ProxyProperties {

  /** Host name or address of an HTTP proxy. Unset to call directly. */
  private String host;

  /** Port of the proxy, 1 to 65535. */
  private Integer port;

  /** User name for the proxy. Unset for a proxy that asks for none. */
  private String username;

  /** Password for the proxy. */
  private String password;

  public String getHost() {
    return host;
  }

  public void setHost(String host) {
    this.host = host;
  }

  public Integer getPort() {
    return port;
  }

  public void setPort(Integer port) {
    this.port = port;
  }

  public String getUsername() {
    return username;
  }

  public void setUsername(String username) {
    this.username = username;
  }

  public String getPassword() {
    return password;
  }

  public void setPassword(String password) {
    this.password = password;
  }
}
