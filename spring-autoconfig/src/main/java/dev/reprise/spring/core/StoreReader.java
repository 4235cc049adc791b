package dev.reprise.spring.core;

import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.tls.Pem;
import dev.reprise.tls.PemException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StreamUtils;

/**
 * Reads the trust or the key of one client, from a store or from PEM files or text, and says in
 * words of properties what is wrong with it. No message ever shows a password or part of a key.
 */
final class StoreReader {

  /** Nothing is read from the network, which might never answer. */
  private static final Pattern URL = Pattern.compile("(file|classpath):");

  /** A path or a placeholder: no line of a key, no password alone, and none in a URL. */
  private static final Pattern LOCATION =
      Pattern.compile("(?!.*[A-Za-z0-9+=]{25})(/|\\$\\{|[^@?\\v]*[.\\\\])[^@?\\v]*");

  private final ResourceLoader resources;
  private final ClientConfiguration client;
  private final boolean ofKeys;

  /** Names of properties; null for what a trust store does not have. */
  private final String location;

  private final String password;
  private final String certificate;
  private final String privateKey;
  private final String keyPassword;

  StoreReader(ResourceLoader resources, ClientConfiguration client, boolean ofKeys) {
    this.resources = resources;
    this.client = client;
    this.ofKeys = ofKeys;
    this.location = ofKeys ? "ssl.key-store" : "ssl.trust-store";
    this.password = location + "-password";
    this.certificate = ofKeys ? "ssl.certificate" : "ssl.trust-certificate";
    this.privateKey = ofKeys ? "ssl.certificate-private-key" : null;
    this.keyPassword = ofKeys ? "ssl.key-password" : null;
  }

  /** Returns whether there is a store to read. A password without a store is an error. */
  boolean isSet() {
    if (client.has(location) && (client.has(certificate) || client.has(privateKey))) {
      throw client.refused(
          client.has(certificate) ? certificate : privateKey,
          "it is set together with " + client.named(location),
          "Give either the location of a store, or PEM files");
    }
    if (client.has(location) || client.has(certificate)) {
      return true;
    }
    if (client.has(privateKey) || client.has(password) || client.has(keyPassword)) {
      throw client.refused(
          client.has(privateKey) ? certificate : location,
          "it is not set, but the "
              + (client.has(privateKey) ? "private key is" : "password for it is"),
          "Set it, or remove the other property");
    }
    return false;
  }

  String named() {
    return client.named(client.has(certificate) ? certificate : location);
  }

  TrustManager[] trustManagers() {
    KeyStore store = load();
    try {
      requireContent(store);
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
    String secret =
        client.value(keyPassword) != null ? client.value(keyPassword) : client.value(password);
    try {
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, secret == null ? new char[0] : secret.toCharArray());
      requireContent(store);
      return factory.getKeyManagers();
    } catch (UnrecoverableKeyException e) {
      throw client.refused(
          secret == null ? password : keyPassword,
          secret == null
              ? "it is not set, and the private key cannot be opened without it"
              : "the private key cannot be opened with it",
          secret == null
              ? "Set it to the password of the store"
              : "Give the password of the key; if it is unset, the store's password is tried",
          e);
    } catch (GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private void requireContent(KeyStore store) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      // Without the store's password a PKCS12 store has keys, but not their certificates.
      if (ofKeys
          ? store.isKeyEntry(alias) && store.getCertificateChain(alias) != null
          : store.isCertificateEntry(alias)) {
        return;
      }
    }
    throw client.refused(
        location,
        "the store holds no "
            + (ofKeys ? "private key" : "trusted certificate")
            + " that can be read",
        (ofKeys
                ? "Name a store with a private key and the certificate chain of that key"
                : "Put certificates in with keytool -importcert")
            + (client.has(password)
                ? ""
                : "; set " + client.named(password) + " if the store has one"));
  }

  private KeyStore load() {
    if (client.has(certificate)) {
      return ofPem();
    }
    Resource resource = existing(location);
    String secret = client.value(password);
    try (InputStream in = resource.getInputStream()) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(in, secret == null ? null : secret.toCharArray());
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private KeyStore ofPem() {
    try {
      String chain = text(certificate);
      return ofKeys
          ? Pem.keyStore(
              chain, client.has(privateKey) ? text(privateKey) : chain, client.value(keyPassword))
          : Pem.trustStore(chain);
    } catch (PemException e) {
      throw client.refused(
          e.part() == PemException.Part.CERTIFICATE
              ? certificate
              : e.part() == PemException.Part.PRIVATE_KEY ? privateKey : keyPassword,
          e.problem("the PEM text")
              + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()),
          e.action(),
          e.getCause());
    }
  }

  /** Given itself, or in a file. */
  private String text(String property) {
    String value = client.value(property);
    if (value.contains("-----BEGIN ")) {
      // Docker's env files have no other line breaks.
      return value.replace("\\r", "").replace("\\n", "\n");
    }
    try (InputStream in = existing(property).getInputStream()) {
      return StreamUtils.copyToString(in, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw client.refused(
          property, "it cannot be read: " + e, "Give a readable PEM file, or the text itself", e);
    }
  }

  /** A plain path is a file, as it is for Boot's own SSL properties. */
  private Resource existing(String property) {
    String place = client.value(property);
    String problem = "there is no such file";
    String shown = "; the value is not shown, since it may hold a key or a password";
    try {
      Resource resource =
          URL.matcher(place).lookingAt()
              ? resources.getResource(place)
              : new FileSystemResource(place);
      boolean directory = resource.isFile() && resource.getFile().isDirectory();
      if (resource.exists() && !directory) {
        return resource;
      }
      problem = directory ? "it is a directory" : problem;
      if (LOCATION.matcher(place).matches()) {
        shown = ": " + (resource.isFile() ? resource.getFile().getAbsolutePath() : place);
      }
    } catch (IOException | InvalidPathException e) {
      // Its message has the value in it.
    }
    throw client.refused(
        property,
        problem + shown,
        "Correct it. Give the path of a file, or a URL of file: or classpath:"
            + (property.equals(location) ? "" : ", or the text of a PEM file"));
  }

  /** What the parsers of stores say is of their own insides, or nothing. */
  private RepriseConfigurationException unusable(Exception cause) {
    if (cause.getCause() instanceof UnrecoverableKeyException) {
      return client.refused(
          password,
          "the store cannot be opened with it",
          "Give the password that the store was made with",
          cause);
    }
    boolean ofTheFile =
        cause instanceof FileNotFoundException || cause instanceof FileSystemException;
    return client.refused(
        client.has(certificate) ? certificate : location,
        "it cannot be read: "
            + (cause instanceof IOException && !ofTheFile
                ? "it has another format, is damaged or is incomplete"
                : cause.toString()),
        "Give a readable PKCS12 or JKS file; PEM files are given by " + client.named(certificate),
        cause);
  }
}
