package dev.reprise.spring.tls;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ResourceUtils;
import org.springframework.util.StringUtils;

/** Loads trust and key stores, and says in words of properties what is wrong with one. */
final class StoreLoader {

  private final ResourceLoader resources;

  StoreLoader(ResourceLoader resources) {
    this.resources = resources;
  }

  /** Whether the store is wanted; a password or type without a location is an error. */
  static boolean isSet(String prefix, ClientProperties.Store store) {
    boolean pem = StringUtils.hasText(store.getCertificate());
    if (StringUtils.hasText(store.getLocation())) {
      if (pem) {
        throw new RepriseConfigurationException(
            prefix + ".certificate",
            "it is set together with " + prefix + ".location",
            "Give either the location of a store, or PEM files");
      }
      return true;
    }
    if (pem) {
      return true;
    }
    if (store instanceof ClientProperties.KeyStore
        && StringUtils.hasText(((ClientProperties.KeyStore) store).getPrivateKey())) {
      throw new RepriseConfigurationException(
          prefix + ".certificate",
          "it is not set, but the private key is",
          "Set it to the certificate chain of the key");
    }
    if (StringUtils.hasText(store.getType())
        || StringUtils.hasText(store.getPassword())
        || (store instanceof ClientProperties.KeyStore
            && StringUtils.hasText(((ClientProperties.KeyStore) store).getKeyPassword()))) {
      throw new RepriseConfigurationException(
          prefix + ".location",
          "it is not set, but the type or a password of the store is",
          "Set it, or remove the other properties of " + prefix);
    }
    return false;
  }

  /** The files that the store is read from: none of a class path, nor PEM text itself. */
  List<Path> files(ClientProperties.Store properties) {
    boolean key = properties instanceof ClientProperties.KeyStore;
    return Stream.of(
            properties.getLocation(),
            properties.getCertificate(),
            key ? ((ClientProperties.KeyStore) properties).getPrivateKey() : null)
        .filter(place -> StringUtils.hasText(place) && !PemText.isText(place))
        .map(this::resource)
        .filter(Resource::isFile)
        .map(StoreLoader::path)
        .collect(Collectors.toUnmodifiableList());
  }

  private static Path path(Resource file) {
    try {
      return file.getFile().toPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TrustManager[] trustManagers(String prefix, ClientProperties.Store properties) {
    KeyStore store = load(prefix, properties);
    try {
      if (!hasCertificate(store)) {
        throw new RepriseConfigurationException(
            prefix + ".location",
            quoted(properties) + " holds no trusted certificate that can be read",
            "Set "
                + prefix
                + ".password if the store has one; put certificates in with keytool -importcert");
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw unusable(prefix, properties, e);
    }
  }

  KeyManager[] keyManagers(String prefix, ClientProperties.KeyStore properties) {
    KeyStore store = load(prefix, properties);
    String password =
        properties.getKeyPassword() != null
            ? properties.getKeyPassword()
            : properties.getPassword();
    try {
      if (!hasKey(store)) {
        throw new RepriseConfigurationException(
            prefix + ".location",
            quoted(properties) + " holds no private key that can be read",
            "Name a store with a private key and its certificate chain");
      }
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, password == null ? new char[0] : password.toCharArray());
      return factory.getKeyManagers();
    } catch (UnrecoverableKeyException e) {
      throw new RepriseConfigurationException(
          prefix + ".key-password",
          "the private key in " + quoted(properties) + " does not open with it",
          "Give the password of the key; when unset, the one of the store is tried",
          e);
    } catch (GeneralSecurityException e) {
      throw unusable(prefix, properties, e);
    }
  }

  private KeyStore load(String prefix, ClientProperties.Store properties) {
    if (StringUtils.hasText(properties.getCertificate())) {
      return new PemStore(prefix, this::resource).load(properties);
    }
    PemText.requirePlace(prefix + ".location", properties.getLocation());
    KeyStore store = newStore(prefix, properties);
    Resource resource = resource(properties.getLocation());
    if (!resource.exists()) {
      throw new RepriseConfigurationException(
          prefix + ".location",
          "there is no file " + quoted(properties),
          "Correct it; a path, file: and classpath: are understood");
    }
    String password = properties.getPassword();
    try (InputStream in = resource.getInputStream()) {
      store.load(in, password == null ? null : password.toCharArray());
      return store;
    } catch (IOException | GeneralSecurityException e) {
      if (e.getCause() instanceof UnrecoverableKeyException) {
        throw new RepriseConfigurationException(
            prefix + ".password",
            quoted(properties) + " does not open with it",
            "Give the password that the store was made with",
            e);
      }
      throw unusable(prefix, properties, e);
    }
  }

  private static KeyStore newStore(String prefix, ClientProperties.Store properties) {
    String type = properties.getType();
    try {
      return KeyStore.getInstance(StringUtils.hasText(type) ? type : KeyStore.getDefaultType());
    } catch (KeyStoreException e) {
      throw new RepriseConfigurationException(
          prefix + ".type",
          "there is no store type '" + type + "'; known are " + Security.getAlgorithms("KeyStore"),
          "Correct it, or leave it out for PKCS12 and JKS; PEM files are given by "
              + prefix
              + ".certificate",
          e);
    }
  }

  /** A plain path is a file, as it is for Boot's own SSL properties. */
  private Resource resource(String location) {
    return ResourceUtils.isUrl(location)
        ? resources.getResource(location)
        : new FileSystemResource(location);
  }

  private static boolean hasCertificate(KeyStore store) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isCertificateEntry(alias)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasKey(KeyStore store) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return true;
      }
    }
    return false;
  }

  private static RepriseConfigurationException unusable(
      String prefix, ClientProperties.Store properties, Exception cause) {
    return new RepriseConfigurationException(
        prefix + ".location",
        quoted(properties) + " cannot be read as a store: " + cause.getMessage(),
        "Give a readable PKCS12 or JKS file, or set "
            + prefix
            + ".type; PEM files are given by "
            + prefix
            + ".certificate",
        cause);
  }

  private static String quoted(ClientProperties.Store properties) {
    return StringUtils.hasText(properties.getLocation())
        ? "'" + properties.getLocation() + "'"
        : "the store of the PEM files";
  }
}
