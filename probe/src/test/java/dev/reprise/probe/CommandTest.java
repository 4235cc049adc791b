package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One line for each error, and what is written where. */
class CommandTest {

  /** The password of the test kit's stores. */
  private static final String SECRET = "changeit";

  private static final Certificates certificates = new Certificates();

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String pem(HeldCertificate certificate) {
    return certificate.certificatePem() + certificate.privateKeyPkcs8Pem();
  }

  /** The option to trust the authority. */
  private String trusting() throws IOException {
    return "--trust " + write("ca.pem", certificates.authorityPem());
  }

  private static int closedPort() throws Exception {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  private static void expect(ProbeRun run, int exitCode, String... words) {
    assertThat(run.lines()).as(run.err() + run.out()).hasSize(1);
    assertThat(run.err()).contains(words).doesNotContain(SECRET);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.out()).isEmpty();
  }

  /** With a URL and options that are formatted, and have no spaces. */
  private static ProbeRun run(String line, Object... values) throws IOException {
    String options = "--pause 0 --requests 16 " + String.format(line, values);
    return ProbeRun.with(Map.of("SECRET", SECRET, "WRONG", "another"), options.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--json|Give the URL to call",
        "http://localhost/|is not an https URL",
        "https://user:changeit@localhost/|has a user name in it",
        "https://user:changeit@local^host/|is no URL",
        "https://user:1/changeit@local^host/|is no URL",
        "https://user:-/changeit@localhost/|is not an https URL",
        "https://localhost/ two|Give one URL and nothing",
        "https://localhost/ --what=changeit|Unknown option '--what'",
        "https://localhost/ --cert-password=changeit|Passwords are not taken from the",
        "https://localhost/ --requests 101|--requests: 101 is not within 16 to 100",
        "https://localhost/ --requests many|--requests: 'many' is not a valid value",
        "https://localhost/ --rate -1|--rate: give calls per second",
        "https://localhost/ --post|Missing required parameter for option '--post'",
        "https://localhost/ --post /nowhere/x|--post: '/nowhere/x' cannot be read: there is no"
            + " such",
        "https://localhost/ --recording pom.xml|--recording: 'pom.xml' cannot be read: ",
        "https://localhost/ --header changeit|--header: give each in the form",
        "https://localhost/ --header Host:x|--header: Host is set by the probe itself",
        "https://localhost/ --pause -1|--pause: -1 is not within 0 to 60000",
        "https://localhost/ --timeout 0|--timeout: 0 is not within 1 to 300",
        "https://localhost/ --trust /nowhere/x|--trust: '/nowhere/x' cannot be read: there is no",
        "https://localhost/ --key x|--key: needs --cert too",
        "https://localhost/ --cert-password-env SECRET|needs --cert too",
      })
  void wrongUsage(String arguments, String words) throws IOException {
    expect(
        ProbeRun.with(Map.of("SECRET", SECRET), arguments.split(" ")), ProbeFailure.USAGE, words);
  }

  @Test
  void unknownHost() throws IOException {
    expect(run("https://nobody.test/"), ProbeFailure.UNREACHABLE, "Unknown host 'nobody.test'");
  }

  @Test
  void isNotTheServerThatIsMeant() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      String[] words = {"is not trusted", "issued by 'CN=Test CA'", "--trust FILE"};
      expect(run(peer.url()), ProbeFailure.TLS, words);
      peer.misbehave(Fault.CERTIFICATE_OF_OTHER_HOST);
      String run = peer.url() + " " + trusting();
      expect(run(run), ProbeFailure.TLS, "is refused", "localhost");
      peer.misbehave(Fault.CERTIFICATE_EXPIRED);
      expect(run(run), ProbeFailure.TLS, "NotAfter", "must renew it");
      peer.misbehave(Fault.GARBAGE);
      expect(run(run), ProbeFailure.TLS, "does not speak TLS");
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3, perhaps it does not accept that", "TLSv1.2, or broke the connection:"})
  void clientCertificateThatIsMissingOrRefused(String version, String reset) throws Exception {
    try (TlsPeer peer = TlsPeer.startStrict(certificates, version)) {
      String run = peer.url() + " " + trusting();
      String wanted = "wants a client certificate";
      expect(run(run), ProbeFailure.TLS, wanted, "--cert FILE");
      Path other = write("other.pem", pem(new Certificates().client()));
      assertThat(run(run + " --cert %s", other).exitCode()).isEqualTo(ProbeFailure.TLS);
      Path own = write("client.pem", pem(certificates.client()));
      ProbeRun good = run(run + " --cert %s --json", own);
      assertThat(good.exitCode()).as(good.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(good.is("/clientCertificateShown")).isTrue();
      assertThat(good.advice()).contains("reprise.ssl.certificate");
      peer.misbehave(Fault.RESET_BEFORE_RESPONSE);
      assertThat(run(run + " --cert %s", own).err()).contains(reset);
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3", "TLSv1.2"})
  void errorForLackOfAClientCertificate(String version) throws Exception {
    ScriptedPeer.Script refuse =
        tls -> {
          tls.setWantClientAuth(true);
          if (ScriptedPeer.readRequest(tls)) {
            tls.getOutputStream()
                .write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".getBytes("US-ASCII"));
          }
        };
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, refuse, version)) {
      expect(
          run("https://localhost:%s/ %s", peer.port(), trusting()),
          ProbeFailure.HTTP,
          "asked for a client certificate and got none: give it with --cert and --key");
    }
  }

  @Test
  void storesAndTheirPasswords() throws Exception {
    certificates.writeTo(folder, certificates.client());
    Path keyStore = folder.resolve("client.p12");
    Path trustStore = folder.resolve("trust.p12");
    try (TlsPeer peer = TlsPeer.startStrict(certificates)) {
      String trust = peer.url() + "?token=" + SECRET + " --trust " + trustStore;
      String trusting = trust + " --trust-password-env SECRET";
      String wrong = "'%s' cannot be opened: it is neither PEM nor a PKCS12 or JKS store, or its";

      bad(trust + " --trust-password-env WRONG", "--trust: " + wrong, trustStore);
      bad(trust + " --trust-password-env UNSET", "environment variable 'UNSET' is not set");
      bad(trust, "--trust-password-env VARIABLE");
      String cert = trusting + " --cert " + keyStore;
      bad(cert + " --cert-password-env WRONG", "--cert: " + wrong, keyStore);
      bad(cert, "--cert-password-env VARIABLE");
      bad(trusting + " --cert " + trustStore + " --cert-password-env SECRET", "no private key");
      ProbeRun good = run(cert + " --cert-password-env SECRET --json");
      assertThat(good.exitCode()).as(good.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(good.is("/clientCertificateShown")).isTrue();
      assertThat(good.out() + good.err()).doesNotContain(SECRET);
    }
  }

  private static void bad(String line, String words, Object... values) throws IOException {
    expect(run(line), ProbeFailure.USAGE, String.format(words, values));
  }

  @Test
  void pemFiles() throws Exception {
    HeldCertificate client = certificates.client();
    Path certificate = write("alone.pem", client.certificatePem());
    Path key = write("alone-key.pem", client.privateKeyPkcs8Pem());
    Path encrypted = folder.resolve("encrypted.pem");
    String convert = "openssl pkcs8 -topk8 -in " + key + " -out " + encrypted;
    ProcessBuilder builder = new ProcessBuilder((convert + " -passout env:SECRET").split(" "));
    builder.environment().put("SECRET", SECRET);
    assertThat(builder.start().waitFor()).isZero();
    Path old =
        write("old.pem", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
    String url = "https://localhost:" + closedPort() + "/";
    String cert = url + " --cert " + certificate;

    bad(cert, "has no private key; give its file with --key FILE");
    bad(cert + " --key " + old, "openssl pkcs8 -topk8");
    bad(cert + " --key " + encrypted, "encrypted, and cannot be opened; give its password");
    bad(cert + " --key " + encrypted + " --cert-password-env WRONG", "cannot be opened");
    bad(url + " --trust " + key, "holds no certificate");
    for (String good : List.of("" + key, encrypted + " --cert-password-env SECRET")) {
      String words = "refuses the connection: nothing listens";
      expect(run(cert + " --key " + good), ProbeFailure.UNREACHABLE, words);
    }
  }

  @Test
  void filesThatAreTooLong() throws Exception {
    Path file = Files.write(folder.resolve("long"), new byte[(16 << 20) + 1]);
    for (String option : List.of("--post", "--trust")) {
      String line = "https://localhost:" + closedPort() + "/ " + option + " " + file;
      bad(line, "%s: '%s' is longer than 16 MiB; give a shorter", option, file);
    }
  }

  @Test
  void theText() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      peer.answer(request -> Answer.ok("<ok/>").with("Keep-Alive", "<script>&"));
      ProbeRun run = run("%spath?token=%s %s --rate 10", peer.url(), SECRET, trusting());

      assertThat(run.exitCode()).as(run.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.out())
          .contains("In short", "What to set in Reprise", "What to ask the server's operator for")
          .contains("GET " + peer.url() + "path?...", "once, without Reprise  ")
          .doesNotContain(SECRET)
          .matches("[\\x20-\\x7e\\r\\n]*");
      assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
    }
  }

  @Test
  void help() throws IOException {
    ProbeRun run = run("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("--trust", "--requests", "Exit codes", "Every request is a real");
  }
}
