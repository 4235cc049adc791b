package dev.reprise.testkit;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Reports the connections whose handshake asked for the server's key: only full ones need it. (JDK
 * 25 also asks while it reads a ticket; there is no handshake session then.) For TLS at sockets.
 * Thread-safe.
 */
public final class CountingKeyManager extends X509ExtendedKeyManager {

  private final X509ExtendedKeyManager manager;
  private final Set<Socket> met =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private final Consumer<Socket> whenAsked;

  /**
   * Wraps the manager of a server's key.
   *
   * @param manager an X509ExtendedKeyManager
   * @param whenAsked told of each such connection once, within its handshake
   */
  public CountingKeyManager(KeyManager manager, Consumer<Socket> whenAsked) {
    this.manager = (X509ExtendedKeyManager) manager;
    this.whenAsked = whenAsked;
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    String alias = manager.chooseServerAlias(keyType, issuers, socket);
    if (alias != null && ((SSLSocket) socket).getHandshakeSession() != null && met.add(socket)) {
      whenAsked.accept(socket);
    }
    return alias;
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return manager.getClientAliases(keyType, issuers);
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return manager.chooseClientAlias(keyTypes, issuers, socket);
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
