package dev.reprise.tls;

import dev.reprise.tls.PemException.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Makes in-memory key stores from certificates and private keys in PEM form (RFC 7468), for a
 * {@link javax.net.ssl.TrustManagerFactory} or {@link javax.net.ssl.KeyManagerFactory}. Text
 * between the PEM blocks is ignored.
 */
public final class Pem {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "RSASSA-PSS", "EdDSA");
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

  private Pem() {}

  /**
   * Returns a store that trusts each certificate in the text.
   *
   * @throws PemException if the text has no certificate, or one cannot be read
   */
  public static KeyStore trustStore(String certificates) {
    Certificate[] trusted = certificates(certificates);
    return store(
        store -> {
          for (int i = 0; i < trusted.length; i++) {
            store.setCertificateEntry("certificate-" + i, trusted[i]);
          }
        });
  }

  /**
   * Returns a store with one private key, encrypted with the given password, or with an empty one.
   *
   * @param chain the certificate of the key first, then those of its issuers
   * @param privateKey a text with the key in PKCS #8 (RFC 5958); may be the same text as {@code
   *     chain}
   * @param password of the key; null or empty if it is not encrypted
   * @throws PemException if a part cannot be read, or the certificate belongs to another key
   */
  public static KeyStore keyStore(String chain, String privateKey, String password) {
    Certificate[] certificates = certificates(chain);
    char[] secret = password == null ? new char[0] : password.toCharArray();
    PrivateKey key = key(privateKey, secret);
    if (!isPair(key, certificates[0])) {
      throw new PemException(
          Part.PRIVATE_KEY,
          "the private key in %s does not belong to the first certificate",
          "Give the certificate of the key first, then those of its issuers",
          null);
    }
    return store(store -> store.setKeyEntry("key", key, secret, certificates));
  }

  private interface Filling {
    void fill(KeyStore store) throws GeneralSecurityException;
  }

  private static KeyStore store(Filling filling) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      filling.fill(store);
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("No store can be made in memory", e);
    }
  }

  private static Certificate[] certificates(String text) {
    List<Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      Matcher block = BLOCK.matcher(text);
      while (block.find()) {
        if (block.group(1).endsWith("CERTIFICATE")) {
          certificates.add(
              factory.generateCertificate(new ByteArrayInputStream(der(block, Part.CERTIFICATE))));
        }
      }
    } catch (CertificateException e) {
      throw new PemException(
          Part.CERTIFICATE,
          "%s holds a certificate that cannot be read",
          "Give X.509 certificates in PEM form",
          e);
    }
    if (certificates.isEmpty()) {
      throw new PemException(
          Part.CERTIFICATE,
          "%s holds no certificate",
          "Give a PEM file with -----BEGIN CERTIFICATE-----",
          null);
    }
    return certificates.toArray(new Certificate[0]);
  }

  private static byte[] der(Matcher block, Part part) {
    try {
      return Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException e) {
      throw new PemException(
          part, "%s cannot be read, since it is not base64", "Give a readable PEM file", e);
    }
  }

  private static PrivateKey key(String text, char[] password) {
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      switch (block.group(1)) {
        case "PRIVATE KEY":
          return key(new PKCS8EncodedKeySpec(der(block, Part.PRIVATE_KEY)));
        case "ENCRYPTED PRIVATE KEY":
          return key(decrypted(der(block, Part.PRIVATE_KEY), password));
        default:
          if (block.group(1).endsWith("PRIVATE KEY")) {
            throw new PemException(
                Part.PRIVATE_KEY,
                "the private key in %s is of the form '" + block.group(1) + "'",
                "Convert it to PKCS8 with: openssl pkcs8 -topk8 -in old.pem -out new.pem",
                null);
          }
      }
    }
    throw new PemException(
        Part.PRIVATE_KEY,
        "%s holds no private key",
        "Give a PEM file with -----BEGIN PRIVATE KEY-----",
        null);
  }

  private static PrivateKey key(PKCS8EncodedKeySpec encoded) {
    Exception last = null;
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException | NoSuchAlgorithmException e) {
        last = e;
      }
    }
    throw new PemException(
        Part.PRIVATE_KEY,
        "the private key in %s is damaged, or its algorithm is not known",
        "Check that the text is complete, and use an RSA, EC or Ed25519 key",
        last);
  }

  private static PKCS8EncodedKeySpec decrypted(byte[] der, char[] password) {
    if (password.length == 0) {
      throw new PemException(
          Part.KEY_PASSWORD,
          "it is not set, but the private key in %s is encrypted",
          "Set it to the password of the key",
          null);
    }
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
      // The name PBES2 does not name a cipher; the parameters do.
      String algorithm =
          info.getAlgName().equals("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13")
              ? info.getAlgParameters().toString()
              : info.getAlgName();
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password)),
          info.getAlgParameters());
      return info.getKeySpec(cipher);
    } catch (InvalidKeySpecException e) {
      throw new PemException(
          Part.KEY_PASSWORD,
          "the private key in %s cannot be opened with it",
          "Give the password of the key",
          e);
    } catch (IOException | GeneralSecurityException e) {
      throw new PemException(
          Part.PRIVATE_KEY,
          "the private key in %s is encrypted in a way that this JDK cannot undo",
          "Encrypt it again with: openssl pkcs8 -topk8 -v2 aes-256-cbc",
          e);
    }
  }

  /**
   * Returns whether the key belongs to the certificate, by making and verifying a signature. Always
   * returns true for algorithms other than RSA and EC.
   */
  public static boolean isPair(PrivateKey key, Certificate certificate) {
    String algorithm = SIGNATURES.get(key.getAlgorithm());
    if (algorithm == null) {
      return true;
    }
    byte[] sample = "sample".getBytes(StandardCharsets.US_ASCII);
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(sample);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(sample);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
