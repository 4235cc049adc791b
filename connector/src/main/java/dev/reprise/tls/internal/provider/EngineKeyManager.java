package dev.reprise.tls.internal.provider;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * Lets a key manager choose by its method for sockets, although TLS calls the one for engines. A
 * plain X509KeyManager has no method for engines, and X509ExtendedKeyManager's chooses nothing
 * unless overridden. An engine of no socket of Reprise's is treated as without Reprise.
 */
final class EngineKeyManager extends X509ExtendedKeyManager {

  private final X509KeyManager manager;

  private EngineKeyManager(X509KeyManager manager) {
    this.manager = manager;
    HandshakeThreads.ask();
  }

  /** Returns the managers. Wraps those that may choose differently for engines and sockets. */
  static KeyManager[] of(KeyManager[] managers) {
    if (managers == null) {
      return null;
    }
    KeyManager[] all = managers.clone();
    for (int i = 0; i < all.length; i++) {
      if (all[i] instanceof X509KeyManager && !DefaultTrust.isOfJdk(all[i])) {
        all[i] = new EngineKeyManager((X509KeyManager) all[i]);
      }
    }
    return all;
  }

  @Override
  public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
    HandshakeThreads.Handshaking channel = HandshakeThreads.current();
    if (channel != null) {
      return manager.chooseClientAlias(keyTypes, issuers, channel.holder());
    }
    return manager instanceof X509ExtendedKeyManager
        ? ((X509ExtendedKeyManager) manager).chooseEngineClientAlias(keyTypes, issuers, engine)
        : null;
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return manager.chooseClientAlias(keyTypes, issuers, socket);
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return manager.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return manager.getClientAliases(keyType, issuers);
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return manager.getServerAliases(keyType, issuers);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return manager.getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return manager.getPrivateKey(alias);
  }
}
