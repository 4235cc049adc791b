package dev.reprise.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The certificates of {@link Stores} in PEM form. */
final class PemFiles {

  enum KeyForm {
    PLAIN,
    ENCRYPTED
  }

  private final Path directory;

  PemFiles(Path directory) {
    this.directory = directory;
  }

  Path trust() {
    return write("trust.pem", "Who issued it: -----\n" + Stores.ca().certificatePem());
  }

  Path clientChain() {
    return write(
        "chain.pem", Stores.client().certificatePem() + "\r\n" + Stores.ca().certificatePem());
  }

  Path clientChainAndKey() {
    return write("all.pem", Stores.client().certificatePem() + text(KeyForm.PLAIN));
  }

  Path clientKey(KeyForm form) {
    return write("key.pem", text(form));
  }

  Path brokenCertificate() {
    return write("broken.pem", block("CERTIFICATE", new byte[] {1, 2, 3}));
  }

  Path oldForm() {
    return write("old.pem", block("RSA PRIVATE KEY", new byte[] {1, 2, 3}));
  }

  String text(KeyForm form) {
    byte[] key = Stores.client().keyPair().getPrivate().getEncoded();
    return form == KeyForm.PLAIN
        ? block("PRIVATE KEY", key)
        : block("ENCRYPTED PRIVATE KEY", encrypted(key));
  }

  private static byte[] encrypted(byte[] key) {
    String algorithm = "PBEWithHmacSHA256AndAES_256";
    try {
      SecretKey secret =
          SecretKeyFactory.getInstance(algorithm)
              .generateSecret(new PBEKeySpec(Stores.KEY_PASSWORD.toCharArray()));
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(Cipher.ENCRYPT_MODE, secret);
      byte[] hidden = cipher.doFinal(key);
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("PBES2");
      parameters.init(cipher.getParameters().getEncoded());
      return new EncryptedPrivateKeyInfo(parameters, hidden).getEncoded();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String block(String label, byte[] der) {
    return "-----BEGIN "
        + label
        + "-----\n"
        + Base64.getMimeEncoder().encodeToString(der)
        + "\n-----END "
        + label
        + "-----\n";
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
