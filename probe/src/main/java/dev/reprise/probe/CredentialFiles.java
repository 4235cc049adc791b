package dev.reprise.probe;

import dev.reprise.probe.measure.Credentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Loads trust and client certificates from PEM, PKCS12 and JKS files. */
final class CredentialFiles {

  private static final long LARGEST = 16L << 20;
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
  private static final char[] IN_MEMORY = "in memory".toCharArray();

  private CredentialFiles() {}

  /**
   * Loads both.
   *
   * @param trust null for the JDK's trust store
   * @param certificate null for no client certificate
   * @param key a PEM file with the key of the certificate; null if the key is with it
   */
  static Credentials load(
      Path trust,
      PasswordSource trustPassword,
      Path certificate,
      Path key,
      PasswordSource certificatePassword) {
    if (trust == null && trustPassword.isGiven()) {
      throw new UsageException("--trust-password-env or -file: goes with --trust only");
    }
    if (certificate == null && (certificatePassword.isGiven() || key != null)) {
      throw new UsageException(
          (key != null ? "--key" : "--cert-password-env or -file") + ": goes with --cert only");
    }
    try {
      return new Credentials(
          trustManagers(trust, trustPassword),
          certificate == null
              ? new KeyManager[0]
              : keyManagers(certificate, key, certificatePassword));
    } catch (GeneralSecurityException e) {
      throw new UsageException("TLS cannot be set up: " + e.getMessage());
    }
  }

  private static TrustManager[] trustManagers(Path file, PasswordSource password)
      throws GeneralSecurityException {
    KeyStore store = null;
    if (file != null) {
      byte[] bytes = GivenFile.read("--trust", file, LARGEST);
      store = isPem(bytes) ? pemTrust(file, bytes) : store("--trust", file, bytes, password);
      boolean any = false;
      for (String alias : Collections.list(store.aliases())) {
        any |= store.getCertificate(alias) != null;
        if (store.isKeyEntry(alias)) {
          // The default trust manager looks at trusted entries alone.
          store.setCertificateEntry("trusted " + alias, store.getCertificate(alias));
        }
      }
      if (!any) {
        throw new UsageException(
            "--trust: '" + file + "' has no certificate that can be read; " + password.hint());
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keyManagers(Path file, Path keyFile, PasswordSource password)
      throws GeneralSecurityException {
    byte[] bytes = GivenFile.read("--cert", file, LARGEST);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (isPem(bytes)) {
      factory.init(pemKey(file, bytes, keyFile, password), IN_MEMORY);
      return factory.getKeyManagers();
    }
    if (keyFile != null) {
      throw new UsageException("--key: goes with a PEM file in --cert; '" + file + "' is a store");
    }
    char[] asked = password.ask(file).orElse(null);
    KeyStore store = open("--cert", file, bytes, asked, password);
    boolean any = false;
    for (String alias : Collections.list(store.aliases())) {
      any |= store.isKeyEntry(alias);
    }
    if (!any) {
      throw new UsageException(
          "--cert: '" + file + "' has no private key, so that it is no client certificate");
    }
    try {
      factory.init(store, asked);
    } catch (UnrecoverableKeyException e) {
      throw new UsageException(
          asked == null
              ? "--cert: '" + file + "' needs its password; " + password.hint()
              : "--cert: the private key in '" + file + "' has another password than the store");
    }
    return factory.getKeyManagers();
  }

  private static KeyStore store(String option, Path file, byte[] bytes, PasswordSource password) {
    return open(option, file, bytes, password.ask(file).orElse(null), password);
  }

  private static KeyStore open(
      String option, Path file, byte[] bytes, char[] password, PasswordSource source) {
    IOException failure = null;
    for (String type : List.of("PKCS12", "JKS")) {
      try {
        KeyStore store = KeyStore.getInstance(type);
        store.load(new ByteArrayInputStream(bytes), password);
        return store;
      } catch (IOException e) {
        if (hasCause(e, UnrecoverableKeyException.class) || failure == null) {
          failure = e;
        }
      } catch (GeneralSecurityException e) {
        failure = new IOException(e.getMessage(), e);
      }
    }
    boolean wrong = hasCause(failure, UnrecoverableKeyException.class);
    throw new UsageException(
        option
            + ": "
            + (wrong
                ? password == null
                    ? "'" + file + "' needs its password; " + source.hint()
                    : "the password of '" + file + "' is wrong"
                : "'"
                    + file
                    + "' is neither PEM nor a PKCS12 or JKS store"
                    + (password == null ? ", or needs a password; " + source.hint() : "")));
  }

  private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPem(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      return store;
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static KeyStore pemTrust(Path file, byte[] bytes) throws GeneralSecurityException {
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate certificate : certificates("--trust", file, bytes)) {
      store.setCertificateEntry("trusted" + number++, certificate);
    }
    return store;
  }

  private static List<Certificate> certificates(String option, Path file, byte[] bytes) {
    List<Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(option, file, bytes)) {
      if (block.type.endsWith("CERTIFICATE")) {
        try {
          certificates.add(
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(block.der)));
        } catch (CertificateException e) {
          throw new UsageException(
              option + ": '" + file + "' has a certificate that cannot be read");
        }
      }
    }
    if (certificates.isEmpty()) {
      throw new UsageException(option + ": '" + file + "' has no certificate");
    }
    return certificates;
  }

  private static KeyStore pemKey(Path file, byte[] bytes, Path keyFile, PasswordSource password)
      throws GeneralSecurityException {
    List<Certificate> chain = certificates("--cert", file, bytes);
    String option = keyFile == null ? "--cert" : "--key";
    Path from = keyFile == null ? file : keyFile;
    byte[] keyBytes = keyFile == null ? bytes : GivenFile.read("--key", keyFile, LARGEST);
    PrivateKey key = null;
    for (Block block : blocks(option, from, keyBytes)) {
      if (block.type.equals("PRIVATE KEY")) {
        key = key(option, from, block.der, chain.get(0));
      } else if (block.type.equals("ENCRYPTED PRIVATE KEY")) {
        key = key(option, from, decrypted(option, from, block.der, password), chain.get(0));
      } else if (block.type.endsWith("PRIVATE KEY")) {
        throw new UsageException(
            option
                + ": '"
                + from
                + "' has a key in the form '"
                + block.type
                + "'; make it PKCS8 with: openssl pkcs8 -topk8 -in "
                + from.getFileName()
                + " -out key.pem");
      }
    }
    if (key == null) {
      throw new UsageException(
          option + ": '" + from + "' has no private key; give its file with --key FILE");
    }
    KeyStore store = emptyStore();
    store.setKeyEntry("client", key, IN_MEMORY, chain.toArray(new Certificate[0]));
    return store;
  }

  private static PrivateKey key(String option, Path file, byte[] der, Certificate certificate)
      throws GeneralSecurityException {
    try {
      return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (InvalidKeySpecException e) {
      throw new UsageException(
          option + ": the private key in '" + file + "' is not of the kind of the certificate's");
    }
  }

  private static byte[] decrypted(String option, Path file, byte[] der, PasswordSource source) {
    Optional<char[]> password = source.ask(file);
    if (password.isEmpty()) {
      throw new UsageException(
          option + ": the private key in '" + file + "' is encrypted; " + source.hint());
    }
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
      String algorithm =
          info.getAlgName().contains("PBES2")
                  || info.getAlgName().startsWith("1.2.840.113549.1.5.13")
              ? info.getAlgParameters().toString()
              : info.getAlgName();
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.get())),
          info.getAlgParameters());
      return info.getKeySpec(cipher).getEncoded();
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          option + ": the private key in '" + file + "' does not open with the password given");
    }
  }

  private static List<Block> blocks(String option, Path file, byte[] bytes) {
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = PEM.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    while (matcher.find()) {
      try {
        String base64 = matcher.group(2).replaceAll("(?m)^[A-Za-z-]+:.*$", "");
        blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(base64)));
      } catch (IllegalArgumentException e) {
        throw new UsageException(option + ": '" + file + "' is broken PEM");
      }
    }
    return blocks;
  }

  private static final class Block {

    final String type;
    final byte[] der;

    Block(String type, byte[] der) {
      this.type = type;
      this.der = der;
    }
  }
}
