package dev.reprise.probe;

import dev.reprise.probe.measure.Credentials;
import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.tls.Pem;
import dev.reprise.tls.PemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

/**
 * Loads trust and client certificates from PEM, PKCS12 and JKS files. Their passwords come from
 * environment variables, never from the command line, which other users of a machine can read.
 */
final class CredentialFiles {

  private static final char[] IN_MEMORY = "in memory".toCharArray();

  private final String option;
  private final Path file;
  private final char[] password;

  private CredentialFiles(String option, Path file, String variable, Map<String, String> values) {
    this.option = option;
    this.file = file;
    String value = variable == null ? null : values.get(variable);
    if (variable != null && value == null) {
      throw ProbeFailure.usage(
          option + "-password-env: the environment variable '" + variable + "' is not set");
    }
    if (variable != null && file == null) {
      throw ProbeFailure.usage(option + "-password-env: needs " + option + " too");
    }
    password = value == null ? null : value.toCharArray();
  }

  static Credentials load(ProbeOptions options, Map<String, String> environment) {
    CredentialFiles trust =
        new CredentialFiles("--trust", options.trust, options.trustPasswordEnv, environment);
    CredentialFiles own =
        new CredentialFiles("--cert", options.cert, options.certPasswordEnv, environment);
    if (options.key != null && options.cert == null) {
      throw ProbeFailure.usage("--key: needs --cert too");
    }
    try {
      return new Credentials(
          trust.trustManager(), own.keyManager(options.key), options.cert != null);
    } catch (GeneralSecurityException e) {
      throw ProbeFailure.usage("TLS cannot be set up: " + e.getMessage());
    }
  }

  private X509TrustManager trustManager() throws GeneralSecurityException {
    KeyStore store = null;
    if (file != null) {
      String text = read(option, file);
      store = isPem(text) ? pem(() -> Pem.trustStore(text)) : open();
      boolean any = false;
      for (String alias : Collections.list(store.aliases())) {
        any |= store.isCertificateEntry(alias);
      }
      if (!any) {
        throw problem("has no trusted certificate that can be read" + hint());
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }

  private X509KeyManager keyManager(Path keyFile) throws GeneralSecurityException {
    // Key managers need a password that is not empty; a key that is not encrypted takes any.
    char[] secret = password == null ? IN_MEMORY : password;
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    try {
      KeyStore store = file == null ? null : keyStore(keyFile, secret);
      factory.init(store, secret);
    } catch (UnrecoverableKeyException e) {
      throw problem(
          "has a private key whose password is missing, or is not that of the store; change it with"
              + " keytool -keypasswd, or"
              + hint().substring(1));
    }
    return (X509KeyManager) factory.getKeyManagers()[0];
  }

  private KeyStore keyStore(Path keyFile, char[] secret) throws GeneralSecurityException {
    String chain = read(option, file);
    String key = keyFile == null ? chain : read("--key", keyFile);
    if (isPem(chain) && !key.contains("PRIVATE KEY-----")) {
      throw problem("has no private key; give its file with --key FILE");
    }
    KeyStore store =
        isPem(chain) ? pem(() -> Pem.keyStore(chain, key, new String(secret))) : open();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return store;
      }
    }
    throw problem("has no private key, so it cannot serve as a client certificate");
  }

  private KeyStore open() {
    try {
      return KeyStore.getInstance(file.toFile(), password);
    } catch (IOException | GeneralSecurityException e) {
      throw problem(
          "cannot be opened: it is neither PEM nor a PKCS12 or JKS store, or its password is wrong"
              + " or missing"
              + hint());
    }
  }

  private KeyStore pem(Supplier<KeyStore> reading) {
    try {
      return reading.get();
    } catch (PemException e) {
      throw ProbeFailure.usage(
          e.part() == PemException.Part.KEY_PASSWORD
              ? option + ": its private key is encrypted, and cannot be opened" + hint()
              : option + ": " + e.problem("'" + file + "'") + "; " + e.action());
    }
  }

  private ProbeFailure problem(String words) {
    return ProbeFailure.usage(option + ": '" + file + "' " + words);
  }

  private String hint() {
    return "; give its password with " + option + "-password-env VARIABLE";
  }

  private static String read(String option, Path file) {
    return new String(ProbeOptions.read(option, file), StandardCharsets.ISO_8859_1);
  }

  private static boolean isPem(String text) {
    return text.contains("-----BEGIN ");
  }
}
