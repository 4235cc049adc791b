package dev.reprise.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate and its private key, made for a test. It needs only the JDK, which reads
 * certificates but cannot write them (RFC 5280).
 */
public final class HeldCertificate {

  private final KeyPair keyPair;
  private final X509Certificate certificate;

  private HeldCertificate(KeyPair keyPair, X509Certificate certificate) {
    this.keyPair = keyPair;
    this.certificate = certificate;
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public KeyPair keyPair() {
    return keyPair;
  }

  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public String privateKeyPkcs8Pem() {
    return pem("PRIVATE KEY", keyPair.getPrivate().getEncoded());
  }

  private static String pem(String label, byte[] der) {
    String text =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n";
  }

  /**
   * Collects what goes into a certificate. By default it has an EC key and is valid for 30 days,
   * since yesterday.
   */
  public static final class Builder {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String BASIC_CONSTRAINTS = "0603551d13";
    private static final String ALTERNATIVE_NAMES = "0603551d11";
    private static final String SHA256_WITH_RSA = "06092a864886f70d01010b0500";
    private static final String SHA256_WITH_ECDSA = "06082a8648ce3d040302";

    private final List<byte[]> names = new ArrayList<>();
    private String commonName = "test";
    private long notBefore = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
    private long notAfter = notBefore + TimeUnit.DAYS.toMillis(30);
    private HeldCertificate issuer;
    private int intermediates = -1;
    private boolean rsa;
    private KeyPair keyPair;

    public Builder commonName(String name) {
      commonName = name;
      return this;
    }

    /** A host name, or an IP address if it looks like one. */
    public Builder addSubjectAlternativeName(String name) {
      names.add(
          name.matches("[0-9.]+|.*:.*")
              ? der(0x87, address(name))
              : der(0x82, name.getBytes(StandardCharsets.US_ASCII)));
      return this;
    }

    /**
     * Sets from when to when it is valid, in milliseconds since 1970. The certificate stores
     * seconds.
     */
    public Builder validityInterval(long from, long to) {
      notBefore = from;
      notAfter = to;
      return this;
    }

    /** Sets who signs it. Otherwise it signs itself. */
    public Builder signedBy(HeldCertificate authority) {
      issuer = authority;
      return this;
    }

    /** Lets it sign others, with at most this many authorities in between. */
    public Builder certificateAuthority(int maxIntermediates) {
      intermediates = maxIntermediates;
      return this;
    }

    public Builder rsa2048() {
      rsa = true;
      return this;
    }

    public Builder keyPair(KeyPair pair) {
      keyPair = pair;
      return this;
    }

    /** Makes the key, unless there is one, and the certificate. */
    public HeldCertificate build() {
      try {
        KeyPair pair = keyPair == null ? newKeyPair() : keyPair;
        PrivateKey signer = (issuer == null ? pair : issuer.keyPair).getPrivate();
        boolean signedByRsa = signer.getAlgorithm().equals("RSA");
        byte[] algorithm = der(0x30, hex(signedByRsa ? SHA256_WITH_RSA : SHA256_WITH_ECDSA));
        byte[] content = content(pair, algorithm);
        Signature signature =
            Signature.getInstance(signedByRsa ? "SHA256withRSA" : "SHA256withECDSA");
        signature.initSign(signer);
        signature.update(content);
        byte[] whole = der(0x30, content, algorithm, bits(signature.sign()));
        return new HeldCertificate(
            pair,
            (X509Certificate)
                CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(whole)));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("This JDK cannot make a certificate", e);
      }
    }

    private KeyPair newKeyPair() throws GeneralSecurityException {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(rsa ? "RSA" : "EC");
      generator.initialize(rsa ? 2048 : 256);
      return generator.generateKeyPair();
    }

    private byte[] content(KeyPair pair, byte[] algorithm) {
      String quoted = commonName.replace("\\", "\\\\").replace("\"", "\\\"");
      byte[] subject = new X500Principal("CN=\"" + quoted + "\"").getEncoded();
      byte[] by =
          issuer == null ? subject : issuer.certificate.getSubjectX500Principal().getEncoded();
      return der(
          0x30,
          der(0xa0, hex("020102")),
          der(0x02, new BigInteger(63, RANDOM).add(BigInteger.ONE).toByteArray()),
          algorithm,
          by,
          der(0x30, time(notBefore), time(notAfter)),
          subject,
          pair.getPublic().getEncoded(),
          extensions());
    }

    private byte[] extensions() {
      List<byte[]> extensions = new ArrayList<>();
      if (intermediates >= 0) {
        byte[] authority = der(0x30, hex("0101ff"), der(0x02, new byte[] {(byte) intermediates}));
        extensions.add(der(0x30, hex(BASIC_CONSTRAINTS), hex("0101ff"), der(0x04, authority)));
      }
      if (!names.isEmpty()) {
        byte[] all = der(0x30, names.toArray(new byte[0][]));
        extensions.add(der(0x30, hex(ALTERNATIVE_NAMES), der(0x04, all)));
      }
      return extensions.isEmpty()
          ? new byte[0]
          : der(0xa3, der(0x30, extensions.toArray(new byte[0][])));
    }

    /** Two digits for the year until 2049, as the RFC requires. */
    private static byte[] time(long millis) {
      boolean late = millis >= Instant.parse("2050-01-01T00:00:00Z").toEpochMilli();
      String text =
          DateTimeFormatter.ofPattern(late ? "yyyyMMddHHmmss'Z'" : "yyMMddHHmmss'Z'")
              .format(Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
      return der(late ? 0x18 : 0x17, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] address(String literal) {
      try {
        return InetAddress.getByName(literal).getAddress();
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException(literal, e);
      }
    }

    private static byte[] bits(byte[] bytes) {
      return der(0x03, new byte[1], bytes);
    }

    private static byte[] hex(String digits) {
      byte[] bytes = new byte[digits.length() / 2];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
      }
      return bytes;
    }

    /** Tag, length and the parts one after another. */
    private static byte[] der(int tag, byte[]... parts) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (byte[] part : parts) {
        content.writeBytes(part);
      }
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      whole.write(tag);
      int length = content.size();
      if (length >= 0x80) {
        whole.write(length >= 0x100 ? 0x82 : 0x81);
        if (length >= 0x100) {
          whole.write(length >> 8);
        }
      }
      whole.write(length);
      whole.writeBytes(content.toByteArray());
      return whole.toByteArray();
    }
  }
}
