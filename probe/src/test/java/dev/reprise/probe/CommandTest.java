package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.server.Server;
import dev.reprise.probe.server.Site;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One line for each error, and what is written where. */
class CommandTest {

  private static final String SECRET = "s3cret-of-the-bank";

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void write() {
    site = Site.in(folder);
  }

  private static void expect(ProbeRun run, int exitCode, String... words) {
    assertThat(run.lines()).as(run.err() + run.out()).hasSize(1);
    assertThat(run.err()).contains(words).doesNotContain(SECRET);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.out()).isEmpty();
  }

  private static ProbeRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--quiet", "--timeout", "5", "--pause", "100"));
    all.addAll(List.of(arguments));
    return ProbeRun.with(Map.of("SECRET", SECRET, "WRONG", "another"), all.toArray(new String[0]));
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
        "https://localhost/ --pause 50|--pause: 50 is not within 100 to 60000",
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
  void refusedConnection() {
    int port = Site.freePort();
    expect(
        run("https://localhost:" + port + "/"),
        ProbeCommand.UNREACHABLE,
        "localhost:" + port + " refuses the connection: nothing listens");
  }

  @Test
  void untrustedCertificate() {
    try (Server server = Server.nginx(site, "")) {
      expect(
          run(server.url()),
          ProbeCommand.TLS_FAILED,
          "is not trusted",
          "issued by 'CN=Probe CA'",
          "--trust FILE");
    }
  }

  @Test
  void certificateOfAnotherHost() {
    site.certificate(new HeldCertificate.Builder().addSubjectAlternativeName("other.test"));
    try (Server server = Server.nginx(site, "")) {
      expect(
          run(server.url(), "--trust", site.file("ca.pem").toString()),
          ProbeCommand.TLS_FAILED,
          "does not fit",
          "localhost");
    }
  }

  @Test
  void expiredCertificate() {
    long now = System.currentTimeMillis();
    site.certificate(
        Site.builder()
            .validityInterval(now - TimeUnit.DAYS.toMillis(30), now - TimeUnit.DAYS.toMillis(1)));
    try (Server server = Server.nginx(site, "")) {
      expect(
          run(server.url(), "--trust", site.file("ca.pem").toString()),
          ProbeCommand.TLS_FAILED,
          "expired on",
          "must renew it");
    }
  }

  @Test
  void onlyOldVersions() {
    try (Server server = Server.openssl(site, "", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0")) {
      expect(
          run(server.url(), "--trust", site.file("ca.pem").toString()),
          ProbeCommand.TLS_FAILED,
          "speaks no version of TLS that this Java has on");
    }
  }

  @Test
  void plainHttp() throws Exception {
    try (java.net.ServerSocket plain = new java.net.ServerSocket(0)) {
      Thread answer =
          new Thread(
              () -> {
                try (java.net.Socket socket = plain.accept();
                    OutputStream out = socket.getOutputStream()) {
                  out.write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes("US-ASCII"));
                } catch (java.io.IOException e) {
                  // The test looks at what the probe says.
                }
              });
      answer.start();
      expect(
          run("https://localhost:" + plain.getLocalPort() + "/"),
          ProbeCommand.TLS_FAILED,
          "does not speak TLS");
      answer.join();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3", "TLSv1.2"})
  void clientCertificateThatIsMissingOrRefused(String version) throws Exception {
    HeldCertificate server = Site.builder().signedBy(site.authority()).build();
    try (TlsPeer peer =
        new TlsPeer(keys(server), trust(site.authority().certificate()), true, version)) {
      String trust = site.file("ca.pem").toString();
      expect(
          run(peer.url(), "--trust", trust),
          ProbeCommand.TLS_FAILED,
          "wants a client certificate",
          "--cert FILE");
      HeldCertificate other = new HeldCertificate.Builder().commonName("other").build();
      Path file = site.write("other.pem", other.certificatePem() + other.privateKeyPkcs8Pem());
      assertThat(run(peer.url(), "--trust", trust, "--cert", file.toString()).exitCode())
          .isEqualTo(ProbeCommand.TLS_FAILED);
      ProbeRun good =
          run(
              peer.url(),
              "--trust",
              trust,
              "--cert",
              site.file("client.pem").toString(),
              "--json",
              "--requests",
              "16");
      assertThat(good.exitCode()).as(good.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(good.is("/certificate/clientCertificateShown")).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1.3, on", "TLSv1.2, on", "TLSv1.3, optional"})
  void errorForLackOfAClientCertificate(String version, String verify) {
    String asking = "ssl_protocols %s; ssl_verify_client %s; ssl_client_certificate %s;";
    String refusing = "location / { return 403; }";
    try (Server server =
        Server.nginx(
            site,
            asking.formatted(version, verify, site.file("ca.pem"))
                + (verify.equals("on") ? "" : refusing))) {
      String[] trusting = {server.url(), "--trust", site.file("ca.pem").toString()};
      expect(
          run(trusting),
          ProbeCommand.HTTP_ERROR,
          "asked for a client certificate and was shown none: give it with --cert and --key");
      if (!verify.equals("on")) {
        ProbeRun shown = run(with(trusting, "--cert", site.file("client.pem").toString()));
        assertThat(shown.err()).contains("403").doesNotContain("was shown none");
      }
    }
  }

  @Test
  void keepAliveAndTls12AreNoCaseForReprise() {
    String tls12 = "ssl_protocols TLSv1.2; keepalive_timeout 0;";
    for (String each : List.of("keepalive_timeout 60s;", tls12)) {
      try (Server server = Server.nginx(site, "ssl_session_cache shared:x:1m;" + each)) {
        ProbeRun run =
            run(server.url(), "--trust", site.file("ca.pem").toString(), "--requests", "16");
        assertThat(run.out())
            .contains("If you use Reprise nevertheless")
            .doesNotContain("What to set in Reprise");
      }
    }
  }

  @Test
  void storesAndTheirPasswords() throws Exception {
    HeldCertificate client =
        new HeldCertificate.Builder().commonName("client").signedBy(site.authority()).build();
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
    store.setCertificateEntry("ca", site.authority().certificate());
    try (OutputStream out = Files.newOutputStream(trustStore)) {
      store.store(out, SECRET.toCharArray());
    }
    Path password = site.write("password", SECRET + "\nmore\n");
    try (Server server =
        Server.nginx(
            site,
            "ssl_verify_client on; ssl_client_certificate %s;".formatted(site.file("ca.pem")))) {
      String url = server.url();
      String trust = trustStore.toString();
      String[] trusting = {url, "--trust", trust, "--trust-password-env", "SECRET"};

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
          run(with(trusting, "--cert", keyStore.toString(), "--cert-password-env", "WRONG")),
          ProbeCommand.BAD_USAGE,
          "--cert: the password of '" + keyStore + "' is wrong");
      expect(
          run(with(trusting, "--cert", keyStore.toString())),
          ProbeCommand.BAD_USAGE,
          "--cert: '" + keyStore + "' needs its password; give it with --cert-password-env");
      expect(
          run(with(trusting, "--cert", trust, "--cert-password-env", "SECRET")),
          ProbeCommand.BAD_USAGE,
          "has no private key");
      expect(
          run(with(trusting, "--cert", site.file("nginx.conf").toString())),
          ProbeCommand.BAD_USAGE,
          "neither PEM nor a PKCS12 or JKS store");
      for (Path file : List.of(keyStore, jks)) {
        ProbeRun good =
            run(
                with(
                    trusting,
                    "--cert",
                    file.toString(),
                    "--cert-password-file",
                    password.toString(),
                    "--json",
                    "--requests",
                    "16"));
        assertThat(good.exitCode()).as(good.err()).isEqualTo(ProbeCommand.RESUMES);
        assertThat(good.is("/certificate/clientCertificateShown")).isTrue();
        assertThat(good.out() + good.err()).doesNotContain(SECRET);
      }
    }
  }

  @Test
  void pemFiles() throws Exception {
    HeldCertificate client =
        new HeldCertificate.Builder().commonName("client").signedBy(site.authority()).build();
    Path certificate = site.write("alone.pem", client.certificatePem());
    Path key = site.write("alone-key.pem", client.privateKeyPkcs8Pem());
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
        site.write(
            "old.pem", "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
    String url = "https://localhost:" + Site.freePort() + "/";

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
        "is encrypted; give it with --cert-password-env");
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
        "does not open with the password given");
    expect(run(url, "--trust", key.toString()), ProbeCommand.BAD_USAGE, "has no certificate");
    for (String[] good :
        List.of(
            new String[] {"--key", key.toString()},
            new String[] {"--key", encrypted.toString(), "--cert-password-env", "SECRET"})) {
      expect(
          run(with(new String[] {url, "--cert", certificate.toString()}, good)),
          ProbeCommand.UNREACHABLE,
          "refuses the connection");
    }
  }

  @Test
  void textAndFiles() throws Exception {
    Path json = folder.resolve("facts.json");
    Path html = folder.resolve("page.html");
    try (Server server =
        Server.nginx(
            site,
            "keepalive_timeout 0; ssl_session_cache shared:x:1m; server_tokens off;"
                + " ssl_protocols TLSv1.2 TLSv1.3;"
                + " location / { add_header Keep-Alive '<script>&'; return 200 '<ok/>'; }")) {
      ProbeRun run =
          run(
              server.url() + "path?token=" + SECRET,
              "--trust",
              site.file("ca.pem").toString(),
              "--requests",
              "16",
              "--rate",
              "10",
              "--json",
              json.toString(),
              "--html",
              html.toString());

      assertThat(run.exitCode()).as(run.err()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.out())
          .contains("In short", "What to set in Reprise", "What to ask the provider for")
          .contains("GET " + server.url() + "path?...")
          .doesNotContain(SECRET)
          .matches("[\\x20-\\x7e\\r\\n]*");
      assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
      assertThat(Files.readString(json)).startsWith("{").doesNotContain(SECRET);
      assertThat(Files.readString(html))
          .contains("<svg", "Handshakes resumed", "How long a handshake takes", "In short")
          .doesNotContain("<script", " src=", "href=", "@import", "url(", SECRET);
    }
  }

  @Test
  void fileThatCannotBeWritten() {
    try (Server server =
        Server.nginx(site, "keepalive_timeout 0; ssl_session_cache shared:x:1m;")) {
      ProbeRun run =
          run(
              server.url(),
              "--trust",
              site.file("ca.pem").toString(),
              "--requests",
              "16",
              "--html",
              "/nowhere/page.html");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.BAD_USAGE);
      assertThat(run.lines()).hasSize(1);
      assertThat(run.err()).contains("--html: '/nowhere/page.html' cannot be written");
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
  void anOptionWithoutItsFileBeforeTheUrl() {
    int port = Site.freePort();
    expect(
        run("--json", "https://localhost:" + port + "/"),
        ProbeCommand.UNREACHABLE,
        "refuses the connection");
    expect(
        run("--html", "https://localhost:" + port + "/"),
        ProbeCommand.UNREACHABLE,
        "refuses the connection");
  }

  private static String[] with(String[] first, String... more) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return all.toArray(new String[0]);
  }

  private KeyManager[] keys(HeldCertificate certificate) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "key",
        certificate.keyPair().getPrivate(),
        new char[0],
        new Certificate[] {certificate.certificate(), site.authority().certificate()});
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trust(Certificate authority) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", authority);
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
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
    store.setCertificateEntry("ca", site.authority().certificate());
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
