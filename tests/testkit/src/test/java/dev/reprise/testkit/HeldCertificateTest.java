package dev.reprise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What stands in a certificate, as the JDK reads it. */
class HeldCertificateTest {

  private final HeldCertificate authority =
      new HeldCertificate.Builder()
          .commonName("An, \"other\" = CA")
          .certificateAuthority(1)
          .build();

  @Test
  void namesAreAlternativeNames() throws Exception {
    HeldCertificate held =
        new HeldCertificate.Builder()
            .addSubjectAlternativeName("localhost")
            .addSubjectAlternativeName("127.0.0.1")
            .addSubjectAlternativeName("::1")
            .signedBy(authority)
            .build();
    assertThat(held.certificate().getSubjectAlternativeNames())
        .hasToString("[[2, localhost], [7, 127.0.0.1], [7, 0:0:0:0:0:0:0:1]]");
    assertThat(held.certificate().getBasicConstraints()).isEqualTo(-1);
  }

  @Test
  void anAuthoritySignsWithItsOwnKindOfKey() throws Exception {
    HeldCertificate rsa = new HeldCertificate.Builder().rsa2048().signedBy(authority).build();
    HeldCertificate byRsa = new HeldCertificate.Builder().ecdsa256().signedBy(rsa).build();
    rsa.certificate().verify(authority.keyPair().getPublic());
    byRsa.certificate().verify(rsa.keyPair().getPublic());
    authority.certificate().verify(authority.keyPair().getPublic());
    assertThat(rsa.certificate().getIssuerX500Principal())
        .isEqualTo(authority.certificate().getSubjectX500Principal());
    assertThat(authority.certificate().getBasicConstraints()).isEqualTo(1);
  }

  @Test
  void timesAreKeptBeyondTheYear2049() {
    long from = Instant.parse("2049-12-31T23:59:59Z").toEpochMilli();
    HeldCertificate held =
        new HeldCertificate.Builder().validityInterval(from, from + 1000).build();
    assertThat(held.certificate().getNotBefore()).hasTime(from);
    assertThat(held.certificate().getNotAfter()).hasTime(from + 1000);
  }

  @Test
  void pemReadsBack() throws Exception {
    X509Certificate read =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(
                    new ByteArrayInputStream(
                        authority.certificatePem().getBytes(StandardCharsets.US_ASCII)));
    assertThat(read).isEqualTo(authority.certificate());
    assertThat(authority.privateKeyPkcs8Pem()).startsWith("-----BEGIN PRIVATE KEY-----\n");
  }
}
