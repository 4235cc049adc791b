package dev.reprise.spring.tls;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/** Makes a store, in memory, of certificates and a private key in PEM form. */
final class PemStore {

  private final String prefix;
  private final Function<String, Resource> resources;

  PemStore(String prefix, Function<String, Resource> resources) {
    this.prefix = prefix;
    this.resources = resources;
  }

  KeyStore load(ClientProperties.Store properties) {
    refuse("type", properties.getType());
    refuse("password", properties.getPassword());
    PemText text = read(".certificate", properties.getCertificate());
    Certificate[] certificates = certificates(text, properties.getCertificate());
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      if (properties instanceof ClientProperties.KeyStore) {
        ClientProperties.KeyStore keys = (ClientProperties.KeyStore) properties;
        String password = keys.getKeyPassword() == null ? "" : keys.getKeyPassword();
        store.setKeyEntry(
            "key", key(text, keys, certificates[0]), password.toCharArray(), certificates);
      } else {
        for (int i = 0; i < certificates.length; i++) {
          store.setCertificateEntry("certificate-" + i, certificates[i]);
        }
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("No store can be made in memory", e);
    }
  }

  private void refuse(String name, String value) {
    if (StringUtils.hasText(value)) {
      throw new RepriseConfigurationException(
          prefix + "." + name,
          "it is set together with " + prefix + ".certificate, and PEM files have none",
          "Remove it; the password of an encrypted key is " + prefix + ".key-password");
    }
  }

  private PemText read(String property, String value) {
    try {
      return new PemText(PemText.isText(value) ? value : content(property, value));
    } catch (IOException | IllegalArgumentException e) {
      throw new RepriseConfigurationException(
          prefix + property,
          quoted(value) + " cannot be read: " + e.getMessage(),
          "Give a readable PEM file",
          e);
    }
  }

  private String content(String property, String location) throws IOException {
    PemText.requirePlace(prefix + property, location);
    Resource resource = resources.apply(location);
    if (!resource.exists()) {
      throw new RepriseConfigurationException(
          prefix + property,
          "there is no file " + quoted(location),
          "Correct it; a path, file: and classpath: are understood, and PEM text itself");
    }
    try (InputStream in = resource.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private Certificate[] certificates(PemText text, String value) {
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      List<Certificate> certificates = new ArrayList<>();
      for (PemText.Block block : text.labelled("CERTIFICATE")) {
        certificates.add(factory.generateCertificate(new ByteArrayInputStream(block.der)));
      }
      if (certificates.isEmpty()) {
        throw new RepriseConfigurationException(
            prefix + ".certificate",
            quoted(value) + " holds no certificate",
            "Give a PEM file with -----BEGIN CERTIFICATE-----");
      }
      return certificates.toArray(new Certificate[0]);
    } catch (CertificateException e) {
      throw new RepriseConfigurationException(
          prefix + ".certificate",
          quoted(value) + " holds a certificate that cannot be read: " + e.getMessage(),
          "Give X.509 certificates in PEM form",
          e);
    }
  }

  private PrivateKey key(
      PemText beside, ClientProperties.KeyStore properties, Certificate certificate) {
    boolean apart = StringUtils.hasText(properties.getPrivateKey());
    PemText text = apart ? read(".private-key", properties.getPrivateKey()) : beside;
    String from = quoted(apart ? properties.getPrivateKey() : properties.getCertificate());
    List<PemText.Block> keys = text.labelled("PRIVATE KEY");
    if (keys.isEmpty()) {
      throw new RepriseConfigurationException(
          prefix + ".private-key",
          from + " holds no private key",
          "Give a PEM file with -----BEGIN PRIVATE KEY-----");
    }
    return new PemKey(prefix, from).read(keys.get(0), properties.getKeyPassword(), certificate);
  }

  /** Never the text of a key. */
  private static String quoted(String value) {
    return PemText.isText(value) ? "the PEM text" : "'" + value + "'";
  }
}
