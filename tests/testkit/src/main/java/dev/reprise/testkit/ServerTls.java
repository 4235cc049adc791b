package dev.reprise.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** The TLS of a server in a test. It counts full handshakes itself. */
public final class ServerTls {

  private final SSLContext context;
  private final AtomicInteger full = new AtomicInteger();
  private final String[] protocols;

  /** TLS with a certificate signed by the authority, and the given protocols or the JDK's. */
  public ServerTls(Certificates authority, HeldCertificate certificate, String... protocols) {
    this(authority.keyManagers(certificate)[0], protocols);
  }

  public ServerTls(KeyManager keys, String... protocols) {
    this.protocols = protocols;
    KeyManager counting = new CountingKeyManager(keys, socket -> full.incrementAndGet());
    context = Certificates.context(null, new KeyManager[] {counting}, null);
  }

  public SSLSocket over(Socket accepted) throws IOException {
    accepted.setTcpNoDelay(true);
    SSLSocket tls =
        (SSLSocket)
            context.getSocketFactory().createSocket(accepted, null, accepted.getLocalPort(), true);
    tls.setUseClientMode(false);
    if (protocols.length > 0) {
      tls.setEnabledProtocols(protocols);
    }
    tls.startHandshake();
    return tls;
  }

  /** The number of full handshakes, which need the certificate. */
  public int fullHandshakes() {
    return full.get();
  }
}
