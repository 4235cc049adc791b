package dev.reprise.lab.matrix.server;

import dev.reprise.testkit.HeldCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server certificate for localhost and the addresses of a fleet, as PEM files.
 *
 * @param authority the authority's certificate, which clients trust
 * @param certificate the server's certificate
 * @param key its key, PKCS #8
 * @param both certificate and key in one file
 */
record ServerCertificate(Path authority, Path certificate, Path key, Path both) {

  /** Makes an authority and a certificate signed by it. */
  static ServerCertificate write(Path directory, KeyType type) throws IOException {
    HeldCertificate authority =
        builder(type).commonName("Matrix CA").certificateAuthority(0).build();
    HeldCertificate server =
        builder(type)
            .commonName("server")
            .addSubjectAlternativeName("localhost")
            .addSubjectAlternativeName("127.0.0.1")
            .addSubjectAlternativeName("127.0.0.2")
            .addSubjectAlternativeName("127.0.0.3")
            .signedBy(authority)
            .build();
    String key = server.privateKeyPkcs8Pem();
    return new ServerCertificate(
        Files.writeString(directory.resolve("ca.pem"), authority.certificatePem()),
        Files.writeString(directory.resolve("server.pem"), server.certificatePem()),
        Files.writeString(directory.resolve("key.pem"), key),
        Files.writeString(directory.resolve("both.pem"), server.certificatePem() + key));
  }

  private static HeldCertificate.Builder builder(KeyType type) {
    HeldCertificate.Builder builder = new HeldCertificate.Builder();
    return type == KeyType.RSA ? builder.rsa2048() : builder.ecdsa256();
  }
}
