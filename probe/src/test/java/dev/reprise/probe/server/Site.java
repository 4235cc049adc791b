package dev.reprise.probe.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManager;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/**
 * A folder with an authority, a server certificate signed by it and a client certificate, as PEM.
 *
 * @param folder for what a server writes
 */
public record Site(Path folder, HeldCertificate authority) {

  /** A new one. */
  public static Site in(Path folder) {
    Site site =
        new Site(
            folder,
            new HeldCertificate.Builder().commonName("Probe CA").certificateAuthority(0).build());
    site.write("ca.pem", site.authority.certificatePem());
    HeldCertificate client =
        new HeldCertificate.Builder().commonName("client").signedBy(site.authority).build();
    site.write("client.pem", client.certificatePem() + client.privateKeyPkcs8Pem());
    site.certificate(builder());
    return site;
  }

  /** The same for another member of a fleet, with the same certificates. */
  public Site member(String name) {
    try {
      Path below = Files.createDirectory(folder.resolve(name));
      for (String file : new String[] {"ca.pem", "server.pem", "key.pem", "both.pem"}) {
        Files.copy(folder.resolve(file), below.resolve(file));
      }
      return new Site(below, authority);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Another server certificate, for the names of all tests. */
  public Site certificate(HeldCertificate.Builder of) {
    HeldCertificate server = of.signedBy(authority).build();
    write("server.pem", server.certificatePem());
    write("key.pem", server.privateKeyPkcs8Pem());
    write("both.pem", server.certificatePem() + server.privateKeyPkcs8Pem());
    return this;
  }

  /** A certificate with the names of all tests, valid for a year. */
  public static HeldCertificate.Builder builder() {
    return new HeldCertificate.Builder()
        .commonName("server")
        .serialNumber(BigInteger.TWO)
        .duration(365, TimeUnit.DAYS)
        .addSubjectAlternativeName("localhost")
        .addSubjectAlternativeName("fleet.test")
        .addSubjectAlternativeName("127.0.0.1");
  }

  /** Trust managers that trust the authority alone. */
  public TrustManager[] trust() {
    return new TrustManager[] {
      new HandshakeCertificates.Builder()
          .addTrustedCertificate(authority.certificate())
          .build()
          .trustManager()
    };
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  public Path write(String name, String text) {
    try {
      return Files.writeString(file(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port that is free on all loopback addresses of the tests, as far as one can know. */
  public static int freePort() {
    while (true) {
      try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
          ServerSocket two =
              new ServerSocket(one.getLocalPort(), 1, InetAddress.getByName("127.0.0.2"))) {
        return two.getLocalPort();
      } catch (IOException e) {
        // The next one.
      }
    }
  }
}
