package dev.reprise.spring.tls;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ResourceUtils;

/** Loads one trust or key store, and says in words of properties what is wrong with it. */
final class StoreLoader {

  private final ResourceLoader resources;
  private final String prefix;
  private final ClientProperties.Store given;

  /** The same, or nothing for a trust store. */
  private final ClientProperties.KeyStore keys;

  StoreLoader(ResourceLoader resources, String prefix, ClientProperties.Store given) {
    this.resources = resources;
    this.prefix = prefix;
    this.given = given;
    this.keys =
        given instanceof ClientProperties.KeyStore
            ? (ClientProperties.KeyStore) given
            : new ClientProperties.KeyStore();
  }

  /** Whether the store is wanted; a password or type without a location is an error. */
  boolean isSet() {
    requireResolved();
    boolean pem = hasText(given.getCertificate());
    boolean file = hasText(given.getLocation());
    boolean key = hasText(keys.getPrivateKey());
    if (file && (pem || key)) {
      throw refused(
          pem ? ".certificate" : ".private-key",
          "it is set together with " + prefix + ".location",
          "Give either the location of a store, or PEM files",
          null);
    }
    if (pem || file) {
      return true;
    }
    if (key) {
      throw refused(
          ".certificate",
          "it is not set, but the private key is",
          "Set it to the certificate chain of the key",
          null);
    }
    if (hasText(given.getType())
        || hasText(given.getPassword())
        || hasText(keys.getKeyPassword())) {
      throw refused(
          ".location",
          "it is not set, but the type or a password of the store is",
          "Set it, or remove the other properties of " + prefix,
          null);
    }
    return false;
  }

  private void requireResolved() {
    requireResolved(".location", given.getLocation());
    requireResolved(".type", given.getType());
    requireResolved(".certificate", given.getCertificate());
    requireResolved(".private-key", keys.getPrivateKey());
    RepriseConfigurationException.requireResolvedSecret(prefix + ".password", given.getPassword());
    RepriseConfigurationException.requireResolvedSecret(
        prefix + ".key-password", keys.getKeyPassword());
  }

  private void requireResolved(String name, String value) {
    if (!PemLoader.isText(value)) {
      RepriseConfigurationException.requireResolved(prefix + name, value);
    }
  }

  /** The files that the store is read from: none of a class path, nor PEM text itself. */
  List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String place :
        Arrays.asList(given.getLocation(), given.getCertificate(), keys.getPrivateKey())) {
      if (hasText(place) && !PemLoader.isText(place) && resource(place).isFile()) {
        files.add(resource(place).getFile().toPath());
      }
    }
    return files;
  }

  TrustManager[] trustManagers() {
    KeyStore store = load();
    try {
      if (!holds(store, false)) {
        throw refused(
            ".location",
            quoted() + " holds no trusted certificate that can be read",
            String.format(
                "Set %s.password if the store has one; put certificates in with keytool"
                    + " -importcert",
                prefix),
            null);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  KeyManager[] keyManagers() {
    KeyStore store = load();
    String password = keys.getKeyPassword() != null ? keys.getKeyPassword() : given.getPassword();
    try {
      if (!holds(store, true)) {
        throw refused(
            ".location",
            quoted() + " holds no private key that can be read",
            "Name a store with a private key and its certificate chain",
            null);
      }
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, password == null ? new char[0] : password.toCharArray());
      if (!KeyPairs.fit(factory.getKeyManagers())) {
        throw refused(
            ".location",
            "the private key in " + quoted() + " is not the one of its certificate",
            "Name a store with a private key and the certificate chain of that key",
            null);
      }
      return factory.getKeyManagers();
    } catch (UnrecoverableKeyException e) {
      if (password == null) {
        throw refused(
            ".password",
            "it is not set, and the private key in " + quoted() + " does not open without",
            "Set it to the password that the store was made with",
            e);
      }
      throw refused(
          ".key-password",
          "the private key in " + quoted() + " does not open with it",
          "Give the password of the key; when unset, the one of the store is tried",
          e);
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private static boolean holds(KeyStore store, boolean key) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (key ? store.isKeyEntry(alias) : store.isCertificateEntry(alias)) {
        return true;
      }
    }
    return false;
  }

  private KeyStore load() {
    if (hasText(given.getCertificate())) {
      PemLoader pem = new PemLoader(prefix, this::resource);
      return given == keys ? pem.keyStore(keys) : pem.trustStore(given);
    }
    PemLoader.requirePlace(prefix + ".location", given.getLocation());
    KeyStore store = newStore();
    Resource resource = resource(given.getLocation());
    if (!resource.exists()) {
      throw refused(
          ".location",
          PemLoader.noFile(given.getLocation()),
          "Correct it; a path, file: and classpath: are understood",
          null);
    }
    String password = given.getPassword();
    try {
      if (resource.isFile() && resource.getFile().isDirectory()) {
        throw refused(
            ".location", quoted() + " is a directory", "Name a file in it, a store", null);
      }
    } catch (IOException e) {
      throw unusable(e);
    }
    try (InputStream in = resource.getInputStream()) {
      store.load(in, password == null ? null : password.toCharArray());
      return store;
    } catch (IOException | GeneralSecurityException e) {
      if (e.getCause() instanceof UnrecoverableKeyException) {
        throw refused(
            ".password",
            quoted() + " does not open with it",
            "Give the password that the store was made with",
            e);
      }
      throw unusable(e);
    }
  }

  private KeyStore newStore() {
    String type = hasText(given.getType()) ? given.getType() : KeyStore.getDefaultType();
    try {
      return KeyStore.getInstance(type);
    } catch (KeyStoreException e) {
      throw refused(
          ".type",
          "there is no store type '" + type + "'; known are " + Security.getAlgorithms("KeyStore"),
          "Correct it, or leave it out; PEM files are given by " + prefix + ".certificate",
          e);
    }
  }

  /** A plain path is a file, as it is for Boot's own SSL properties. */
  private Resource resource(String location) {
    return ResourceUtils.isUrl(location)
        ? resources.getResource(location)
        : new FileSystemResource(location);
  }

  private RepriseConfigurationException unusable(Exception cause) {
    return refused(
        ".location",
        quoted() + " cannot be read as a store: " + words(cause),
        String.format(
            "Give a readable PKCS12 or JKS file, or set %1$s.type; PEM files are given by"
                + " %1$s.certificate",
            prefix),
        cause);
  }

  /** What the parsers of stores say is of their own insides, or nothing. */
  private String words(Exception cause) {
    boolean ofTheFile =
        cause instanceof FileNotFoundException || cause instanceof FileSystemException;
    return cause instanceof IOException && !ofTheFile
        ? String.format(
            "it is not in the form %s, is damaged or is not written to its end",
            hasText(given.getType()) ? given.getType() : "PKCS12 or JKS")
        : cause.toString();
  }

  private RepriseConfigurationException refused(
      String name, String problem, String mend, Throwable cause) {
    return new RepriseConfigurationException(prefix + name, problem, mend, cause);
  }

  private String quoted() {
    return hasText(given.getLocation())
        ? "'" + PemLoader.shown(given.getLocation()) + "'"
        : "the store of the PEM files";
  }
}
