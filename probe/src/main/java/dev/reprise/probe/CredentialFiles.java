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
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

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
      throw new UsageException("--trust-password-env or -file: needs --trust too");
    }
    if (certificate == null && (certificatePassword.isGiven() || key != null)) {
      throw new UsageException(
          (key != null ? "--key" : "--cert-password-env or -file") + ": needs --cert too");
    }
    try {
      return new Credentials(
          trustManager(trust, trustPassword),
          certificate == null ? null : keyManager(certificate, key, certificatePassword));
    } catch (GeneralSecurityException e) {
      throw new UsageException("TLS cannot be set up: " + e.getMessage());
    }
  }

  private static X509ExtendedTrustManager trustManager(Path file, PasswordSource password)
      throws GeneralSecurityException {
    KeyStore store = null;
    if (file != null) {
      String text = read("--trust", file);
      store =
          isPem(text)
              ? pem("--trust", file, password, () -> Pem.trustStore(text))
              : open("--trust", file, password.ask(file), password);
      boolean any = false;
      for (String alias : Collections.list(store.aliases())) {
        any |= store.getCertificate(alias) != null;
        if (store.isKeyEntry(alias)) {
          // The default trust manager looks only at trusted entries.
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
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }

  private static X509ExtendedKeyManager keyManager(Path file, Path keyFile, PasswordSource password)
      throws GeneralSecurityException {
    String chain = read("--cert", file);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (isPem(chain)) {
      String option = keyFile == null ? "--cert" : "--key";
      Path holder = keyFile == null ? file : keyFile;
      String key = keyFile == null ? chain : read("--key", keyFile);
      if (!key.contains("PRIVATE KEY-----")) {
        throw new UsageException(
            option
                + ": '"
                + holder
                + "' has no private key"
                + (keyFile == null ? "; give its file with --key FILE" : ""));
      }
      // Key managers need a password that is not empty; a key that is not encrypted takes any.
      char[] asked = key.contains("ENCRYPTED PRIVATE KEY-----") ? password.ask(file) : IN_MEMORY;
      String secret = asked == null ? "" : new String(asked);
      factory.init(
          pem(option, holder, password, () -> Pem.keyStore(chain, key, secret)),
          secret.toCharArray());
      return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }
    if (keyFile != null) {
      throw new UsageException("--key: needs a PEM file in --cert; '" + file + "' is a store");
    }
    char[] asked = password.ask(file);
    KeyStore store = open("--cert", file, asked, password);
    boolean any = false;
    for (String alias : Collections.list(store.aliases())) {
      any |= store.isKeyEntry(alias);
    }
    if (!any) {
      throw new UsageException(
          "--cert: '" + file + "' has no private key, so it cannot serve as a client certificate");
    }
    try {
      factory.init(store, asked);
    } catch (UnrecoverableKeyException e) {
      throw new UsageException(
          asked == null
              ? "--cert: '" + file + "' needs its password; " + password.hint()
              : "--cert: the private key in '"
                  + file
                  + "' must have the password of the store; change it with keytool -keypasswd");
    }
    return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
  }

  private static KeyStore open(String option, Path file, char[] password, PasswordSource source) {
    String problem = "'" + file + "' is neither PEM nor a PKCS12 or JKS store";
    try {
      return KeyStore.getInstance(file.toFile(), password);
    } catch (IOException e) {
      for (Throwable at = e; at != null; at = at.getCause()) {
        if (at instanceof UnrecoverableKeyException) {
          problem =
              password == null
                  ? "'" + file + "' needs its password; " + source.hint()
                  : "the password of '" + file + "' is wrong";
        }
      }
    } catch (GeneralSecurityException e) {
      // It is none.
    }
    throw new UsageException(option + ": " + problem);
  }

  private static KeyStore pem(
      String option, Path file, PasswordSource password, Supplier<KeyStore> reading) {
    try {
      return reading.get();
    } catch (PemException e) {
      throw new UsageException(
          e.part() == PemException.Part.KEY_PASSWORD
              ? option
                  + ": the private key in '"
                  + file
                  + "' is encrypted, and cannot be opened; "
                  + password.hint()
              : option + ": " + e.problem("'" + file + "'") + "; " + e.action());
    }
  }

  private static String read(String option, Path file) {
    return new String(GivenFile.read(option, file, LARGEST), StandardCharsets.ISO_8859_1);
  }

  private static boolean isPem(String text) {
    return text.contains("-----BEGIN ");
  }
}
