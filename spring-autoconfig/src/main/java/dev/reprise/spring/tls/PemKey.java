package dev.reprise.spring.tls;

import dev.reprise.spring.RepriseConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.springframework.util.StringUtils;

/** Reads a private key of PKCS #8 (RFC 5958), encrypted or not, and checks whose it is. */
final class PemKey {

  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "RSASSA-PSS", "EdDSA");
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

  private final String prefix;
  private final String from;

  PemKey(String prefix, String from) {
    this.prefix = prefix;
    this.from = from;
  }

  PrivateKey read(PemText.Block block, String password, Certificate certificate) {
    PrivateKey key;
    switch (block.label) {
      case "PRIVATE KEY":
        key = key(new PKCS8EncodedKeySpec(block.der));
        break;
      case "ENCRYPTED PRIVATE KEY":
        key = key(decrypted(block.der, password));
        break;
      default:
        throw unreadable(
            "is of the form '" + block.label + "'",
            "Convert it to PKCS8 with: openssl pkcs8 -topk8 -in old.pem -out new.pem",
            null);
    }
    checkPair(key, certificate);
    return key;
  }

  private PrivateKey key(PKCS8EncodedKeySpec encoded) {
    Exception last = null;
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException | NoSuchAlgorithmException e) {
        last = e;
      }
    }
    throw unreadable("is of no known algorithm", "Use an RSA, EC or Ed25519 key", last);
  }

  private PKCS8EncodedKeySpec decrypted(byte[] der, String password) {
    if (!StringUtils.hasText(password)) {
      throw new RepriseConfigurationException(
          prefix + ".key-password",
          "it is not set, but the private key in " + from + " is encrypted",
          "Set it to the password of the key");
    }
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
      // The name PBES2 alone names no cipher; the parameters do.
      String algorithm =
          info.getAlgName().equals("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13")
              ? info.getAlgParameters().toString()
              : info.getAlgName();
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm)
              .generateSecret(new PBEKeySpec(password.toCharArray())),
          info.getAlgParameters());
      return info.getKeySpec(cipher);
    } catch (InvalidKeySpecException e) {
      throw new RepriseConfigurationException(
          prefix + ".key-password",
          "the private key in " + from + " does not open with it",
          "Give the password of the key",
          e);
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(
          "is encrypted in a way that this JDK cannot undo: " + e.getMessage(),
          "Encrypt it anew with: openssl pkcs8 -topk8 -v2 aes-256-cbc",
          e);
    }
  }

  private void checkPair(PrivateKey key, Certificate certificate) {
    String algorithm = SIGNATURES.get(key.getAlgorithm());
    if (algorithm == null) {
      return;
    }
    byte[] sample = prefix.getBytes(StandardCharsets.US_ASCII);
    boolean pair;
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(sample);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(sample);
      pair = signature.verify(signed);
    } catch (GeneralSecurityException e) {
      pair = false;
    }
    if (!pair) {
      throw unreadable(
          "is not the one of the first certificate",
          "Give the certificate of the key first, then those of its issuers",
          null);
    }
  }

  private RepriseConfigurationException unreadable(String problem, String mend, Exception cause) {
    return new RepriseConfigurationException(
        prefix + ".private-key", "the private key in " + from + " " + problem, mend, cause);
  }
}
