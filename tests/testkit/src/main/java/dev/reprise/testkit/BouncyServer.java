package dev.reprise.testkit;

import java.io.IOException;
import java.security.cert.CertificateEncodingException;
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
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.impl.bc.BcDefaultTlsCredentialedSigner;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/** The server's side of one handshake: one version, one RSA certificate. */
final class BouncyServer extends DefaultTlsServer {

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
                TlsUtils.EMPTY_BYTES, new CertificateEntry[] {new CertificateEntry(encoded, null)})
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
