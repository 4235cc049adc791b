package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyStore;
import java.security.cert.Certificate;
import okhttp3.tls.HeldCertificate;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores made of PEM text. */
class PemStoresTest {

  private static HeldCertificate held(boolean rsa) {
    HeldCertificate.Builder builder = new HeldCertificate.Builder().commonName("someone");
    return (rsa ? builder.rsa2048() : builder).build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void certificateAndKeyInOneText(boolean rsa) throws Exception {
    HeldCertificate held = held(rsa);
    String text = "a remark\n" + held.certificatePem() + held.privateKeyPkcs8Pem();
    KeyStore store = Pem.keyStore(text, text, null);
    assertThat(store.getKey("key", new char[0])).isEqualTo(held.keyPair().getPrivate());
    assertThat(store.getCertificateChain("key")).containsExactly(held.certificate());
  }

  @Test
  void everyCertificateIsTrusted() throws Exception {
    Certificate one = held(true).certificate();
    HeldCertificate two = held(false);
    KeyStore store =
        Pem.trustStore(
            new HeldCertificate(two.keyPair(), two.certificate()).certificatePem()
                + two.privateKeyPkcs8Pem()
                + held(false).certificatePem());
    assertThat(store.size()).isEqualTo(2);
    assertThat(store.getCertificateAlias(two.certificate())).isNotNull();
    assertThat(store.getCertificateAlias(one)).isNull();
  }

  @Test
  void whatIsWrongIsSaidWithoutTheKey() {
    HeldCertificate held = held(true);
    String key = held.privateKeyPkcs8Pem();
    refused(PemException.Part.CERTIFICATE, "x holds no certificate", () -> Pem.trustStore(key));
    refused(
        PemException.Part.PRIVATE_KEY,
        "x holds no private key",
        () -> Pem.keyStore(held.certificatePem(), held.certificatePem(), null));
    refused(
        PemException.Part.PRIVATE_KEY,
        "the private key in x is of the form 'RSA PRIVATE KEY'",
        () -> Pem.keyStore(held.certificatePem(), held.privateKeyPkcs1Pem(), null));
    refused(
        PemException.Part.PRIVATE_KEY,
        "the private key in x does not belong to the first certificate",
        () -> Pem.keyStore(held(true).certificatePem(), key, null));
    String encrypted = key.replace(" PRIVATE", " ENCRYPTED PRIVATE");
    refused(
        PemException.Part.KEY_PASSWORD,
        "it is not set, but the private key in x is encrypted",
        () -> Pem.keyStore(held.certificatePem(), encrypted, ""));
    refused(
        PemException.Part.PRIVATE_KEY,
        "the private key in x is encrypted in a way that this JDK cannot undo",
        () -> Pem.keyStore(held.certificatePem(), encrypted, "changeit"));
  }

  private static void refused(PemException.Part part, String problem, Runnable reading) {
    assertThatThrownBy(reading::run)
        .isInstanceOf(PemException.class)
        .hasMessageNotContaining("-----\n")
        .asInstanceOf(InstanceOfAssertFactories.type(PemException.class))
        .satisfies(
            refused -> {
              assertThat(refused.part()).isEqualTo(part);
              assertThat(refused.problem("x")).isEqualTo(problem);
              assertThat(refused.action()).isNotBlank();
            });
  }
}
