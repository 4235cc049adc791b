package dev.reprise.spring;

import static dev.reprise.spring.BadInputTest.refused;
import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.env.MapPropertySource;

/** Trust and keys from PEM files. */
class PemTest {

  private static final String TRUST = "reprise.ssl.trust-certificate=";
  private static final String CHAIN = "reprise.ssl.certificate=";
  private static final String KEY = "reprise.ssl.certificate-private-key=";
  private static final String KEY_PASSWORD = "reprise.ssl.key-password=";

  @TempDir Path directory;
  private PemFiles pem;
  private SoapPeer strict;

  @BeforeEach
  void start() {
    pem = new PemFiles(directory);
    strict = SoapPeer.requiringClientCertificate(new Stores(directory));
  }

  @AfterEach
  void stop() {
    strict.close();
  }

  private void works(String... properties) {
    runner()
        .withPropertyValues(TRUST + pem.trust())
        .withPropertyValues(properties)
        .run(context -> call(context, strict.uri("/answer"), 1));
  }

  @ParameterizedTest
  @EnumSource(PemFiles.KeyForm.class)
  void keysOfEveryForm(PemFiles.KeyForm form) {
    works(
        CHAIN + pem.clientChain(),
        KEY + pem.clientKey(form),
        KEY_PASSWORD + (form == PemFiles.KeyForm.ENCRYPTED ? Stores.KEY_PASSWORD : ""));
  }

  @Test
  void certificateAndKeyInOneFile() {
    works(CHAIN + pem.clientChainAndKey());
  }

  @Test
  void urlsAndText() {
    works(CHAIN + pem.clientChain().toUri(), KEY + pem.text(PemFiles.KeyForm.PLAIN));
  }

  @Test
  void textWithBackslashesForLineBreaks() {
    String chain = Stores.client().certificatePem() + Stores.ca().certificatePem();
    works(
        CHAIN + chain.replace("\n", "\\r\\n"),
        KEY + pem.text(PemFiles.KeyForm.PLAIN).replace("\n", "\\n"));
  }

  @Test
  void whatIsWrongIsNamed() throws Exception {
    refused("reprise.ssl.trust-certificate", "there is no such file", TRUST + "/nope.pem");
    refused(
        "reprise.ssl.trust-certificate",
        "holds no certificate",
        TRUST + pem.clientKey(PemFiles.KeyForm.PLAIN));
    refused("reprise.ssl.trust-certificate", "cannot be read", TRUST + pem.brokenCertificate());
    refused(
        "reprise.ssl.trust-certificate",
        "it is set together with reprise.ssl.trust-store",
        TRUST + pem.trust(),
        "reprise.ssl.trust-store=trust.p12");
    refused(
        "reprise.ssl.certificate",
        "it is not set, but the private key is",
        KEY + pem.clientKey(PemFiles.KeyForm.PLAIN));
    refused(
        "reprise.ssl.certificate-private-key",
        "it is set together with reprise.ssl.key-store",
        KEY + pem.clientKey(PemFiles.KeyForm.PLAIN),
        "reprise.ssl.key-store=client.p12");
    refused("reprise.ssl.certificate-private-key", "holds no private key", CHAIN + pem.trust());
    refused(
        "reprise.ssl.certificate-private-key",
        "it is a directory: " + directory,
        CHAIN + pem.clientChain(),
        KEY + directory);
    refused(
        "reprise.ssl.certificate-private-key",
        "does not belong to the first certificate",
        CHAIN + pem.trust(),
        KEY + pem.clientKey(PemFiles.KeyForm.PLAIN));
    refused(
        "reprise.ssl.certificate-private-key",
        "is of the form 'RSA PRIVATE KEY'. Convert it to PKCS8",
        CHAIN + pem.clientChain(),
        KEY + pem.oldForm());
  }

  @Test
  void aKeyInTheWrongPlaceIsNotShown() {
    String text = pem.text(PemFiles.KeyForm.PLAIN);
    String body = text.substring(text.indexOf('\n') + 1, text.indexOf("-----END"));
    String oneLine = body.replaceAll("\\s", "");
    // Windows refuses a line break in a path, as all systems do a NUL, by a message that has it
    // all.
    String noPath = oneLine + '\0';
    for (String value :
        List.of(
            text,
            body,
            body.replace('\n', ' '),
            oneLine,
            noPath,
            "file:" + oneLine,
            "base64:" + oneLine,
            "/" + oneLine,
            oneLine + ".pem")) {
      notShown("reprise.ssl.key-store", value, oneLine);
      notShown("reprise.ssl.trust-certificate", value, oneLine);
      notShown("reprise.ssl.certificate-private-key", value, oneLine, CHAIN + pem.trust());
    }
  }

  private static void notShown(String property, String value, String key, String... others) {
    runner()
        .withPropertyValues(others)
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("misplaced", Map.of(property, value))))
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .satisfies(
                        failure -> {
                          for (Throwable t = failure; t != null; t = t.getCause()) {
                            assertThat(t.toString())
                                .doesNotContain(key.substring(0, 24))
                                .doesNotContain(key.substring(key.length() - 24));
                          }
                        })
                    .rootCause()
                    .hasMessageContaining(property));
  }

  @Test
  void passwordsOfKeys() {
    refused(
        "reprise.ssl.key-password",
        "it is not set",
        CHAIN + pem.clientChain(),
        KEY + pem.clientKey(PemFiles.KeyForm.ENCRYPTED));
    refused(
        "reprise.ssl.key-password",
        "cannot be opened with it",
        CHAIN + pem.clientChain(),
        KEY + pem.clientKey(PemFiles.KeyForm.ENCRYPTED),
        KEY_PASSWORD + "wr0ng-s3cret");
  }
}
