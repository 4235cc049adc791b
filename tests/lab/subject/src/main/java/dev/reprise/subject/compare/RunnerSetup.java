package dev.reprise.subject.compare;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which client is to call what. It comes by standard input, since it has a password. */
public final class RunnerSetup {
  public ClientKind client;
  public Level level;
  public CryptoProvider provider;
  public String url;

  /** The TLS version of the server. */
  public String tls;

  /** By how many names the server is called in turn; 1 for the one in the URL. */
  public int peers = 1;

  /** The process that makes the handshakes for the client, or 0. */
  public long sidecar;

  /** At the level plain the request body; at the level of WebServiceTemplate the payload. */
  public byte[] body;

  public String contentType;
  public Map<String, String> headers = new LinkedHashMap<>();
  public int threads;

  /** A PKCS #12 or JKS file, or null for the JDK's own trust store. */
  public String trustStore;

  public String trustStorePassword;
}
