package dev.reprise.demo;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * The server's key manager, which tells for which engine a certificate is to be presented.
 *
 * <p>Newer JDKs (25 at least) ask for the certificate in resumed handshakes too, when they restore
 * the session from the client's ticket. There is no session under construction then; in a full
 * handshake there is.
 */
final class WatchedKeyManager extends X509ExtendedKeyManager {
  private final X509ExtendedKeyManager keys;
  private final Consumer<SSLEngine> watcher;

  WatchedKeyManager(X509KeyManager keys, Consumer<SSLEngine> watcher) {
    this.keys = (X509ExtendedKeyManager) keys;
    this.watcher = watcher;
  }

  @Override
  public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
    if (engine.getHandshakeSession() != null) {
      watcher.accept(engine);
    }
    return keys.chooseEngineServerAlias(keyType, issuers, engine);
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return keys.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return keys.getServerAliases(keyType, issuers);
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return keys.getClientAliases(keyType, issuers);
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return keys.chooseClientAlias(keyTypes, issuers, socket);
  }

  @Override
  public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
    return keys.chooseEngineClientAlias(keyTypes, issuers, engine);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return keys.getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return keys.getPrivateKey(alias);
  }
}
