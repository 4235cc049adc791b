package dev.reprise.demo;

import dev.reprise.testkit.HeldCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** The files written for clients: stores, PEM files and a sample request. */
final class CertificateFiles implements AutoCloseable {
  static final String PASSWORD = "changeit";

  private final Path directory;
  private final boolean temporary;
  private final List<Path> written = new ArrayList<>();

  private CertificateFiles(Path directory, boolean temporary) {
    this.directory = directory;
    this.temporary = temporary;
  }

  static CertificateFiles write(DemoOptions options, DemoCertificates certificates) {
    Path requested = options.directory;
    try {
      Path directory =
          requested == null
              ? Files.createTempDirectory("reprise-demo-")
              : Files.createDirectories(requested.toAbsolutePath());
      CertificateFiles files = new CertificateFiles(directory, requested == null);
      files.writeAll(certificates);
      return files;
    } catch (IOException e) {
      throw new DemoStartException(
          "--directory: cannot write to "
              + (requested == null ? "the temporary directory" : requested)
              + "; name a directory that can be written",
          e);
    }
  }

  Path trustStore() {
    return directory.resolve("trust.p12");
  }

  Path authorityPem() {
    return directory.resolve("ca.pem");
  }

  Path clientKeyStore() {
    return directory.resolve("client.p12");
  }

  Path clientPem() {
    return directory.resolve("client.pem");
  }

  Path sampleRequest() {
    return directory.resolve("request.xml");
  }

  /** Removes a temporary directory; one that was asked for stays. */
  @Override
  public void close() {
    if (!temporary) {
      return;
    }
    try {
      for (Path file : written) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeAll(DemoCertificates certificates) throws IOException {
    X509Certificate authority = certificates.authority().certificate();
    KeyStore trust = newStore();
    try {
      trust.setCertificateEntry("reprise-demo-ca", authority);
      save(trust, trustStore());
      if (certificates.client().isPresent()) {
        HeldCertificate client = certificates.client().get();
        KeyStore keys = newStore();
        keys.setKeyEntry(
            "reprise-demo-client",
            client.keyPair().getPrivate(),
            PASSWORD.toCharArray(),
            new Certificate[] {client.certificate(), authority});
        save(keys, clientKeyStore());
        save(client.certificatePem() + client.privateKeyPkcs8Pem(), clientPem());
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot write a PKCS12 store", e);
    }
    save(certificates.authority().certificatePem(), authorityPem());
    save(SoapMessages.sampleRequest(), sampleRequest());
  }

  private static KeyStore newStore() throws IOException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      return store;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no PKCS12 store", e);
    }
  }

  private void save(KeyStore store, Path file) throws IOException, GeneralSecurityException {
    written.add(file);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
  }

  private void save(String text, Path file) throws IOException {
    written.add(file);
    Files.writeString(file, text);
  }
}
