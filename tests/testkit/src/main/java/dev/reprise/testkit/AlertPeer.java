package dev.reprise.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.security.cert.CertificateEncodingException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateEntry;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.DefaultTlsServer;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsServerProtocol;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.impl.bc.BcDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/**
 * A small HTTPS server over BouncyCastle. It shows each alert that the client sends, and speaks
 * versions that the JDK has switched off. It resumes nothing.
 */
public final class AlertPeer extends LoopbackServer {

  /** What it does after a response. */
  public enum Ending {
    /** Announces close, sends close_notify, and reads on. */
    CLOSE_NOTIFY,
    /** Announces close and keeps the connection open. */
    HOLD_OPEN,
    /** Announces keep-alive and serves more requests. */
    KEEP_ALIVE
  }

  private static final Map<String, ProtocolVersion> VERSIONS =
      Map.of(
          "TLSv1.3", ProtocolVersion.TLSv13,
          "TLSv1.2", ProtocolVersion.TLSv12,
          "TLSv1.1", ProtocolVersion.TLSv11,
          "TLSv1", ProtocolVersion.TLSv10);

  private final HeldCertificate certificate;
  private final ProtocolVersion version;
  private final Ending ending;
  private final BlockingQueue<List<String>> alerts = new LinkedBlockingQueue<>();

  /**
   * Starts a peer on a free port of the loopback address.
   *
   * @param certificate one with an RSA key
   */
  public AlertPeer(HeldCertificate certificate, String protocol, Ending ending) throws IOException {
    this.certificate = certificate;
    this.version = VERSIONS.get(protocol);
    this.ending = ending;
    acceptor.start(this::serve);
  }

  /**
   * Waits for the next connection to end, and returns the client's alerts on it, such as {@code
   * close_notify}.
   */
  public List<String> alertsOfNextConnection() throws InterruptedException {
    List<String> next = alerts.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("No connection ended");
    }
    return next;
  }

  private void serve(Socket socket) throws IOException {
    List<String> received = new CopyOnWriteArrayList<>();
    try {
      Protocol protocol = new Protocol(socket.getInputStream(), socket.getOutputStream());
      protocol.accept(new BouncyServer(certificate, version, received::add));
      InputStream in = protocol.getInputStream();
      OutputStream out = protocol.getOutputStream();
      boolean keepAlive = ending == Ending.KEEP_ALIVE;
      while (TlsPeer.readRequest(in)) {
        out.write(TlsPeer.response(keepAlive));
        if (ending == Ending.CLOSE_NOTIFY) {
          protocol.sendCloseNotify();
        }
      }
    } finally {
      // Whatever was thrown, the alerts tell how the client ended it.
      alerts.add(received);
    }
  }

  /** Sends close_notify and keeps reading, unlike BouncyCastle's own close. */
  private static final class Protocol extends TlsServerProtocol {

    Protocol(InputStream in, OutputStream out) {
      super(in, out);
    }

    void sendCloseNotify() throws IOException {
      raiseAlertWarning(AlertDescription.close_notify, null);
    }
  }

  /** The server's side of one handshake: one version, one RSA certificate. */
  private static final class BouncyServer extends DefaultTlsServer {

    private final HeldCertificate certificate;
    private final ProtocolVersion version;
    private final Consumer<String> alerts;

    BouncyServer(HeldCertificate certificate, ProtocolVersion version, Consumer<String> alerts) {
      super(new BcTlsCrypto());
      this.certificate = certificate;
      this.version = version;
      this.alerts = alerts;
    }

    @Override
    protected ProtocolVersion[] getSupportedVersions() {
      return new ProtocolVersion[] {version};
    }

    @Override
    protected int[] getSupportedCipherSuites() {
      return new int[] {
        CipherSuite.TLS_AES_128_GCM_SHA256,
        CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        CipherSuite.TLS_DHE_RSA_WITH_AES_128_GCM_SHA256,
        CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA
      };
    }

    @Override
    public TlsCredentials getCredentials() throws IOException {
      BcTlsCrypto crypto = (BcTlsCrypto) getCrypto();
      TlsCertificate encoded = crypto.createCertificate(encoded());
      Certificate chain =
          TlsUtils.isTLSv13(context)
              ? new Certificate(
                  TlsUtils.EMPTY_BYTES,
                  new CertificateEntry[] {new CertificateEntry(encoded, null)})
              : new Certificate(new TlsCertificate[] {encoded});
      return new BcDefaultTlsCredentialedSigner(
          new TlsCryptoParameters(context),
          crypto,
          PrivateKeyFactory.createKey(certificate.keyPair().getPrivate().getEncoded()),
          chain,
          SignatureAndHashAlgorithm.rsa_pss_rsae_sha256);
    }

    private byte[] encoded() throws IOException {
      try {
        return certificate.certificate().getEncoded();
      } catch (CertificateEncodingException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void notifyAlertReceived(short level, short description) {
      alerts.accept(AlertDescription.getName(description));
    }
  }
}
