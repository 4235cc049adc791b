package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One line for each error, and what is written where. */
class CommandTest {

  private static final String SECRET = "s3cret-of-the-bank";

  private static final Certificates certificates = new Certificates();

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String pem(HeldCertificate certificate) {
    return certificate.certificatePem() + certificate.privateKeyPkcs8Pem();
  }

  /** Options with trust in the authority before them. */
  private String[] trusting(String... options) throws IOException {
    return with(
        new String[] {"--trust", write("ca.pem", certificates.authorityPem()).toString()}, options);
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

  private static ProbeRun run(String url, String... options) {
    String[] all = with(new String[] {"--quiet", "--pause", "0", "--requests", "16", url}, options);
    return ProbeRun.with(Map.of("SECRET", SECRET, "WRONG", "another"), all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|Give the URL to call",
        "http://localhost/|is no https URL",
        "localhost:8443|is no https URL",
        "https://|is no URL",
        "https://localhost:0/|is no https URL",
        "https://localhost/a b|is no URL",
        "https://user:s3cret-of-the-bank@localhost/|has a user name in it",
        "https://user:s3cret-of-the-bank@local host/|is no URL",
        "https://localhost/ two|One URL is taken",
        "https://localhost/ --what=s3cret-of-the-bank|Unknown option '--what'",
        "https://localhost/ --cert-password s3cret-of-the-bank|Passwords are not taken from the",
        "https://localhost/ --cert-password=s3cret-of-the-bank|Passwords are not taken from the",
        "https://localhost/ --requests 101|--requests: 101 is not within 16 to 100",
        "https://localhost/ --requests 15|--requests: 15 is not within 16 to 100",
        "https://localhost/ --requests many|--requests: 'many' is no fitting value",
        "https://localhost/ --pause -1|--pause: -1 is not within 0 to 60000",
        "https://localhost/ --timeout 0|--timeout: 0 is not within 1 to 300",
        "https://localhost/ --rate -1|--rate: give calls a second",
        "https://localhost/ --rate NaN|--rate: give calls a second",
        "https://localhost/ --first-request-wait 601|--first-request-wait: 601 is not within",
        "https://localhost/ --post|Missing required parameter for option '--post'",
        "https://localhost/ --post /nowhere/x|--post: '/nowhere/x' cannot be read: there is no such",
        "https://localhost/ --post /|--post: '/' is a folder",
        "https://localhost/ --header s3cret-of-the-bank|--header: one is not of the form",
        "https://localhost/ --header Host:x|--header: Host is set by the probe itself",
        "https://localhost/ --trust /nowhere/x|--trust: '/nowhere/x' cannot be read: there is no",
        "https://localhost/ --cert /nowhere/x|--cert: '/nowhere/x' cannot be read: there is no",
        "https://localhost/ --key x|--key: goes with --cert only",
        "https://localhost/ --cert-password-env SECRET|goes with --cert only",
        "https://localhost/ --trust-password-env SECRET|goes with --trust only",
      })
  void wrongUsage(String arguments, String words) {
    String[] split =
        arguments == null
            ? new String[0]
            : arguments.contains("a b") || arguments.contains("local host")
                ? new String[] {arguments}
                : arguments.split(" ", -1);
    expect(ProbeRun.with(Map.of("SECRET", SECRET), split), ProbeCommand.BAD_USAGE, words);
  }

  @Test
  void unknownHost() {
    expect(run("https://nobody.test/"), ProbeCommand.UNREACHABLE, "Unknown host 'nobody.test'");
  }

  @Test
  void refusedConnection() throws Exception {
    int port = closedPort();
    expect(
        run("https://localhost:" + port + "/"),
        ProbeCommand.UNREACHABLE,
        "localhost:" + port + " refuses the connection: nothing listens");
  }

  @Test
  void certificatesThatDoNotFit() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      String[] words = {"is not trusted", "issued by 'CN=Test CA'", "--trust FILE"};
      expect(run(peer.url()), ProbeCommand.TLS_FAILED, words);
      peer.misbehave(Fault.CERTIFICATE_OF_OTHER_HOST);
      expect(run(peer.url(), trusting()), ProbeCommand.TLS_FAILED, "does not fit", "localhost");
      peer.misbehave(Fault.CERTIFICATE_EXPIRED);
      expect(run(peer.url(), trusting()), ProbeCommand.TLS_FAILED, "expired on", "must renew it");
    }
  }

  @Test
  void plainHttp() throws Exception {
    try (Acceptor plain = new Acceptor()) {
      plain.start(
          socket ->
              socket.getOutputStream().write("HTTP/1.1 400 Bad\r\n\r\n".getBytes("US-ASCII")));
      expect(
          run("https://localhost:" + plain.port() + "/"),
          ProbeCommand.TLS_FAILED,
          "does not speak TLS");
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3", "TLSv1.2"})
  void clientCertificateThatIsMissingOrRefused(String version) throws Exception {
    try (TlsPeer peer = TlsPeer.startStrict(certificates, version)) {
      expect(
          run(peer.url(), trusting()),
          ProbeCommand.TLS_FAILED,
          "wants a client certificate",
          "--cert FILE");
      Path other = write("other.pem", pem(new Certificates().client()));
      assertThat(run(peer.url(), trusting("--cert", other.toString())).exitCode())
          .isEqualTo(ProbeCommand.TLS_FAILED);
      Path own = write("client.pem", pem(certificates.client()));
      ProbeRun good = run(peer.url(), trusting("--cert", own.toString(), "--json"));
      assertThat(good.exitCode()).as(good.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(good.is("/certificate/clientCertificateShown")).isTrue();
      assertThat(good.advice()).contains("reprise.ssl.certificate");
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
    try (ScriptedPeer peer =
        new ScriptedPeer(
            certificates.keyManagers(certificates.server()),
            certificates.trustManagers(),
            refuse,
            version)) {
      expect(
          run("https://localhost:" + peer.port() + "/", trusting()),
          ProbeCommand.HTTP_ERROR,
          "asked for a client certificate and was shown none: give it with --cert and --key");
    }
  }

  @Test
  void storesAndTheirPasswords() throws Exception {
    HeldCertificate client = certificates.client();
    Path keyStore = folder.resolve("client.p12");
    Path jks = folder.resolve("client.jks");
    Path trustStore = folder.resolve("trust.p12");
    for (Path file : List.of(keyStore, jks)) {
      KeyStore store = KeyStore.getInstance(file == jks ? "JKS" : "PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "client",
          client.keyPair().getPrivate(),
          SECRET.toCharArray(),
          new Certificate[] {client.certificate()});
      try (OutputStream out = Files.newOutputStream(file)) {
        store.store(out, SECRET.toCharArray());
      }
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", certificates.authority());
    try (OutputStream out = Files.newOutputStream(trustStore)) {
      store.store(out, SECRET.toCharArray());
    }
    Path password = write("password", SECRET + "\nmore\n");
    try (TlsPeer peer = TlsPeer.startStrict(certificates)) {
      String url = peer.url();
      String trust = trustStore.toString();
      String[] trusting = {"--trust", trust, "--trust-password-env", "SECRET"};

      expect(
          run(url, "--trust", trust, "--trust-password-env", "WRONG"),
          ProbeCommand.BAD_USAGE,
          "--trust: the password of '" + trust + "' is wrong");
      expect(
          run(url, "--trust", trust, "--trust-password-env", "UNSET"),
          ProbeCommand.BAD_USAGE,
          "the environment variable 'UNSET' is not set");
      expect(run(url, "--trust", trust), ProbeCommand.BAD_USAGE, "--trust-password-env VARIABLE");
      expect(
          run(url, with(trusting, "--cert", keyStore.toString(), "--cert-password-env", "WRONG")),
          ProbeCommand.BAD_USAGE,
          "--cert: the password of '" + keyStore + "' is wrong");
      expect(
          run(url, with(trusting, "--cert", keyStore.toString())),
          ProbeCommand.BAD_USAGE,
          "--cert: '" + keyStore + "' needs its password; give it with --cert-password-env");
      expect(
          run(url, with(trusting, "--cert", trust, "--cert-password-env", "SECRET")),
          ProbeCommand.BAD_USAGE,
          "has no private key");
      expect(
          run(url, with(trusting, "--cert", password.toString())),
          ProbeCommand.BAD_USAGE,
          "neither PEM nor a PKCS12 or JKS store");
      for (Path file : List.of(keyStore, jks)) {
        ProbeRun good =
            run(
                url,
                with(
                    trusting,
                    "--cert",
                    file.toString(),
                    "--cert-password-file",
                    password.toString(),
                    "--json"));
        assertThat(good.exitCode()).as(good.err()).isEqualTo(ProbeCommand.RESUMES);
        assertThat(good.is("/certificate/clientCertificateShown")).isTrue();
        assertThat(good.out() + good.err()).doesNotContain(SECRET);
      }
    }
  }

  @Test
  void pemFiles() throws Exception {
    HeldCertificate client = certificates.client();
    Path certificate = write("alone.pem", client.certificatePem());
    Path key = write("alone-key.pem", client.privateKeyPkcs8Pem());
    Path encrypted = folder.resolve("encrypted.pem");
    ProcessBuilder builder =
        new ProcessBuilder(
            "openssl",
            "pkcs8",
            "-topk8",
            "-in",
            key.toString(),
            "-out",
            encrypted.toString(),
            "-passout",
            "env:SECRET");
    builder.environment().put("SECRET", SECRET);
    assertThat(builder.start().waitFor()).isZero();
    Path old =
        write("old.pem", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
    String url = "https://localhost:" + closedPort() + "/";

    expect(
        run(url, "--cert", certificate.toString()),
        ProbeCommand.BAD_USAGE,
        "has no private key; give its file with --key FILE");
    expect(
        run(url, "--cert", certificate.toString(), "--key", old.toString()),
        ProbeCommand.BAD_USAGE,
        "openssl pkcs8 -topk8");
    expect(
        run(url, "--cert", certificate.toString(), "--key", encrypted.toString()),
        ProbeCommand.BAD_USAGE,
        "is encrypted, and does not open; give it with --cert-password-env");
    expect(
        run(
            url,
            "--cert",
            certificate.toString(),
            "--key",
            encrypted.toString(),
            "--cert-password-env",
            "WRONG"),
        ProbeCommand.BAD_USAGE,
        "does not open");
    expect(run(url, "--trust", key.toString()), ProbeCommand.BAD_USAGE, "holds no certificate");
    for (String[] good :
        List.of(
            new String[] {"--key", key.toString()},
            new String[] {"--key", encrypted.toString(), "--cert-password-env", "SECRET"})) {
      expect(
          run(url, with(new String[] {"--cert", certificate.toString()}, good)),
          ProbeCommand.UNREACHABLE,
          "refuses the connection");
    }
  }

  @Test
  void textAndFiles() throws Exception {
    Path json = folder.resolve("facts.json");
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      peer.answer(request -> Answer.ok("<ok/>").with("Keep-Alive", "<script>&"));
      String[] options = trusting("--rate", "10", "--json", json.toString());
      ProbeRun run = run(peer.url() + "path?token=" + SECRET, options);

      assertThat(run.exitCode()).as(run.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.out())
          .contains("In short", "What to set in Reprise", "What to ask the provider for")
          .contains("GET " + peer.url() + "path?...")
          .doesNotContain(SECRET)
          .matches("[\\x20-\\x7e\\r\\n]*");
      assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
      assertThat(Files.readString(json)).startsWith("{").doesNotContain(SECRET);

      ProbeRun unwritten = run(peer.url(), trusting("--json", "/nowhere/facts.json"));
      assertThat(unwritten.exitCode()).isEqualTo(ProbeCommand.BAD_USAGE);
      assertThat(unwritten.err()).contains("--json: '/nowhere/facts.json' cannot be written");
    }
  }

  @Test
  void help() {
    ProbeRun run = run("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("--trust", "--requests", "Exit codes", "Every request is a real");
  }

  @Test
  void anOptionWithoutItsFileBeforeTheUrl() throws Exception {
    int port = closedPort();
    expect(
        run("--json", "https://localhost:" + port + "/"),
        ProbeCommand.UNREACHABLE,
        "refuses the connection");
  }

  private static String[] with(String[] first, String... more) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  @Test
  void aProxyIsNotTaken() {
    ProbeRun run = ProbeRun.with(Map.of(), "--proxy", "proxy:3128", "https://localhost:1/");
    assertThat(run.exitCode()).isEqualTo(ProbeCommand.BAD_USAGE);
    assertThat(run.lines()).singleElement().asString().contains("takes no proxy");
  }

  /** What nobody has thought of is a line too, and no stack trace. */
  @Test
  void aDefectIsToldInOneLine() throws Exception {
    Path trust = folder.resolve("trust.p12");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", certificates.authority());
    try (OutputStream out = Files.newOutputStream(trust)) {
      store.store(out, SECRET.toCharArray());
    }
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Map<String, String> environment =
        new HashMap<>() {
          @Override
          public String get(Object variable) {
            throw new IllegalStateException("two\nlines", new ArithmeticException("the cause"));
          }
        };
    int code =
        new ProbeCommand(stream, stream, environment, question -> null)
            .run(
                "https://localhost:1/",
                "--quiet",
                "--trust",
                trust.toString(),
                "--trust-password-env",
                "ANY");
    assertThat(code).isEqualTo(ProbeCommand.BROKEN_OFF);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("defect of the probe", "ArithmeticException: the cause", "CommandTest");
  }
}
