package dev.reprise.probe;

import dev.reprise.probe.measure.Credentials;
import dev.reprise.tls.Pem;
import dev.reprise.tls.PemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Loads trust and client certificates from PEM, PKCS12 and JKS files. */
final class CredentialFiles {

  private static final long LARGEST = 16L << 20;
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
      store =
          isPem(bytes)
              ? pem("--trust", file, password, () -> Pem.trustStore(text(bytes)))
              : open("--trust", file, password.ask(file).orElse(null), password);
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
    KeyStore store = open("--cert", file, asked, password);
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

  private static KeyStore open(String option, Path file, char[] password, PasswordSource source) {
    String problem = "'" + file + "' is neither PEM nor a PKCS12 or JKS store";
    try {
      return KeyStore.getInstance(file.toFile(), password);
    } catch (IOException e) {
      if (hasCause(e, UnrecoverableKeyException.class)) {
        problem =
            password == null
                ? "'" + file + "' needs its password; " + source.hint()
                : "the password of '" + file + "' is wrong";
      }
    } catch (GeneralSecurityException e) {
      // It is none.
    }
    throw new UsageException(option + ": " + problem);
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
    return text(bytes).contains("-----BEGIN ");
  }

  private static KeyStore pem(String option, Path file, PasswordSource password, Reading reading) {
    try {
      return reading.store();
    } catch (PemException e) {
      throw new UsageException(
          option
              + ": "
              + (e.part() == PemException.Part.KEY_PASSWORD
                  ? "the private key in '" + file + "' is encrypted, and does not open; "
                  : e.problem("'" + file + "'") + "; ")
              + (e.part() == PemException.Part.KEY_PASSWORD ? password.hint() : e.mend()));
    }
  }

  private interface Reading {
    KeyStore store();
  }

  private static KeyStore pemKey(Path file, byte[] bytes, Path keyFile, PasswordSource password) {
    byte[] key = keyFile == null ? bytes : GivenFile.read("--key", keyFile, LARGEST);
    if (!text(key).contains("PRIVATE KEY-----")) {
      throw new UsageException(
          keyFile == null
              ? "--cert: '" + file + "' has no private key; give its file with --key FILE"
              : "--key: '" + keyFile + "' has no private key");
    }
    String secret =
        text(key).contains("ENCRYPTED PRIVATE KEY-----")
            ? password.ask(file).map(String::new).orElse("")
            : "";
    return pem(
        keyFile == null ? "--cert" : "--key",
        keyFile == null ? file : keyFile,
        password,
        () -> {
          KeyStore store = Pem.keyStore(text(bytes), text(key), secret);
          return relocked(store, secret.toCharArray());
        });
  }

  /** The same key under a password that is not empty, as key managers need one. */
  private static KeyStore relocked(KeyStore store, char[] secret) {
    try {
      String alias = store.aliases().nextElement();
      store.setKeyEntry(
          alias, store.getKey(alias, secret), IN_MEMORY, store.getCertificateChain(alias));
      return store;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
