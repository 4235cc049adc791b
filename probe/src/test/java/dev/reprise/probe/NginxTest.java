package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.server.Server;
import dev.reprise.probe.server.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it finds out about nginx, one configuration after the other. */
class NginxTest {

  private static final String CLOSING = "keepalive_timeout 0; ssl_session_cache shared:x:1m; ";
  private static final String TLS12 = "ssl_protocols TLSv1.2; ";
  private static final String BOTH = "ssl_protocols TLSv1.2 TLSv1.3; ";

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void write() {
    site = Site.in(folder);
  }

  private ProbeRun probe(String configuration, String... more) {
    try (Server server = Server.nginx(site, configuration)) {
      return ProbeRun.of(site, server.url(), more);
    }
  }

  @Test
  void closesAfterEachResponseAndResumes() {
    ProbeRun run = probe(CLOSING + BOTH + "ssl_session_timeout 10m;");

    assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
    assertThat(run.text("/tls/version")).isEqualTo("TLSv1.3");
    assertThat(run.is("/tls/tls12")).isTrue();
    assertThat(run.text("/tls/older")).isEmpty();
    assertThat(run.text("/tls/cipherSuite")).isEqualTo("TLS_AES_256_GCM_SHA384");
    assertThat(run.text("/tls/group")).isEqualTo("x25519");
    assertThat(run.is("/tls/helloRetryRequest")).isFalse();
    assertThat(run.ticketLifetimes("tls13")).containsExactly(600, 600);
    assertThat(run.ticketLifetimes("tls12")).containsExactly(600);
    assertThat(run.is("/sessions/tls12/sessionId")).isTrue();
    assertThat(run.is("/sessions/tls12/extendedMasterSecret")).isTrue();
    assertThat(run.is("/sessions/tls12/resumed")).isTrue();
    assertThat(run.is("/http/imposesClose")).isTrue();
    assertThat(run.is("/http/announcesClose")).isTrue();
    assertThat(run.text("/http/server")).startsWith("nginx");
    assertThat(run.is("/http/end/byServer")).isTrue();
    assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
    assertThat(run.isAll("oneAtATime")).isTrue();
    assertThat(run.isAll("reprise")).isTrue();
    if (Runtime.version().feature() < 24) {
      assertThat(run.isAll("stock")).isFalse();
      assertThat(run.at("/savings/fullHandshakesPerDay").asDouble()).isGreaterThan(10_000);
      assertThat(run.summary()).contains("come in bursts like these, 1 a second on average");
    }
    assertThat(run.at("/requests").asInt()).isLessThanOrEqualTo(16);
    assertThat(run.advice()).contains("reprise.lanes.idle-timeout=600s", "In nginx: keepalive");
    assertThat(run.at("/notFoundOut")).isEmpty();
  }

  @Test
  void keepsConnectionsAlive() {
    ProbeRun run = probe(BOTH + "keepalive_timeout 10s 10s;");

    assertThat(run.is("/http/imposesClose")).isFalse();
    assertThat(run.is("/http/secondRequestAnswered")).isTrue();
    assertThat(run.text("/http/keepAlive")).isEqualTo("timeout=10");
    assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
    assertThat(run.advice())
        .contains("reprise.pool.evict-idle-after=9s")
        .doesNotContain("Keep connections alive");
    assertThat(run.summary())
        .contains("keeps connections alive", "You do not need Reprise for these calls", "in a pool")
        .doesNotContain("a day");
    assertThat(run.at("/savings/fullHandshakesPerDay").isNull()).isTrue();
    assertThat(run.at("/savings/secondsPerDay").isNull()).isTrue();
  }

  /**
   * OpenSSL sends tickets in TLS 1.3 all the same: names of sessions, which nginx does not keep.
   */
  @Test
  void givesTicketsThatItDoesNotTakeInTls13() {
    ProbeRun run =
        probe("keepalive_timeout 0; ssl_session_cache off; ssl_session_tickets off; " + BOTH);

    assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
    assertThat(run.ticketLifetimes("tls13")).hasSize(2);
    assertThat(run.ticketLifetimes("tls12")).isEmpty();
    assertThat(run.is("/sessions/tls12/sessionId")).isFalse();
    assertThat(run.is("/sessions/tls12/resumed")).isFalse();
    assertThat(run.resumed("oneAtATime")).isZero();
    assertThat(run.summary()).contains("refused each of them", "cannot resume");
    assertThat(run.advice()).contains("do not take them back");
  }

  @Test
  void takesEarlyData() {
    ProbeRun run = probe(CLOSING + BOTH + "ssl_early_data on;");

    assertThat(run.at("/sessions/tls13/tickets/0/earlyDataBytes").asInt()).isPositive();
    assertThat(run.isAll("oneAtATime")).isTrue();
    assertThat(probe(CLOSING + BOTH).at("/sessions/tls13/tickets/0/earlyDataBytes").asInt())
        .isZero();
  }

  @Test
  void givesTicketsInTls12() {
    ProbeRun run = probe(CLOSING + TLS12);

    assertThat(run.text("/tls/version")).isEqualTo("TLSv1.2");
    assertThat(run.is("/tls/tls13")).isFalse();
    assertThat(run.text("/tls/group")).isEqualTo("x25519");
    assertThat(run.ticketLifetimes("tls12")).containsExactly(300);
    assertThat(run.is("/sessions/tls12/sessionId")).isTrue();
    assertThat(run.isAll("oneAtATime")).isTrue();
    assertThat(run.isAll("stock")).isTrue();
    assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
    assertThat(run.summary())
        .contains("in TLS 1.2 one session serves many calls", "It is not worth adding here");
    assertThat(run.advice()).contains("Turn TLS 1.3 on");
  }

  @Test
  void givesSessionIdsAlone() {
    ProbeRun run = probe(CLOSING + TLS12 + "ssl_session_tickets off;");

    assertThat(run.ticketLifetimes("tls12")).isEmpty();
    assertThat(run.is("/sessions/tls12/sessionId")).isTrue();
    assertThat(run.isAll("oneAtATime")).isTrue();
  }

  /** nginx then tells clients that sessions may be resumed, and keeps none. */
  @Test
  void givesSessionIdsThatItDoesNotTake() {
    ProbeRun run =
        probe("keepalive_timeout 0; ssl_session_cache none; ssl_session_tickets off; " + TLS12);

    assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
    assertThat(run.is("/sessions/tls12/sessionId")).isTrue();
    assertThat(run.resumed("oneAtATime")).isZero();
    assertThat(run.summary()).contains("refused each of them");
  }

  @Test
  void givesNothingInTls12() {
    ProbeRun run =
        probe("keepalive_timeout 0; ssl_session_cache off; ssl_session_tickets off; " + TLS12);

    assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
    assertThat(run.ticketLifetimes("tls12")).isEmpty();
    assertThat(run.is("/sessions/tls12/sessionId")).isFalse();
    assertThat(run.summary()).contains("nothing to resume a TLS session with");
    assertThat(run.advice()).contains("ssl_session_tickets on (the default), or ssl_session_cache");
  }

  /** Tickets are read off the wire though the key is of another curve, and came second. */
  @Test
  void asksForAnotherGroup() {
    ProbeRun run = probe(CLOSING + BOTH + "ssl_ecdh_curve secp384r1;");

    assertThat(run.is("/tls/helloRetryRequest")).isTrue();
    assertThat(run.text("/tls/group")).isEqualTo("secp384r1");
    assertThat(run.ticketLifetimes("tls13")).hasSize(2);
    assertThat(run.advice()).contains("Accept one of the groups x25519 and secp256r1");
  }

  @Test
  void usesTheSecondGroupOnOffer() {
    ProbeRun run = probe(CLOSING + BOTH + "ssl_ecdh_curve prime256v1;");

    assertThat(run.is("/tls/helloRetryRequest")).isFalse();
    assertThat(run.text("/tls/group")).isEqualTo("secp256r1");
    assertThat(run.ticketLifetimes("tls13")).hasSize(2);
  }

  @Test
  void usesAnyCipherOfTls13() {
    for (String suite : List.of("TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256")) {
      ProbeRun run = probe(CLOSING + BOTH + "ssl_conf_command Ciphersuites " + suite + ";");

      assertThat(run.text("/tls/cipherSuite")).isEqualTo(suite);
      assertThat(run.ticketLifetimes("tls13")).hasSize(2);
    }
  }

  @Test
  void asksForAClientCertificate() {
    String asking =
        "ssl_verify_client optional; ssl_client_certificate %s;".formatted(site.file("ca.pem"));

    for (String versions : List.of(BOTH, TLS12)) {
      ProbeRun without = probe(CLOSING + versions + asking);
      assertThat(without.is("/certificate/clientCertificateAsked")).isTrue();
      assertThat(without.is("/certificate/clientCertificateShown")).isFalse();
    }
    ProbeRun with = probe(CLOSING + BOTH + asking, "--cert", site.file("client.pem").toString());
    assertThat(with.is("/certificate/clientCertificateAsked")).isTrue();
    assertThat(with.is("/certificate/clientCertificateShown")).isTrue();
    assertThat(with.ticketLifetimes("tls13")).hasSize(2);
    assertThat(with.isAll("reprise")).isTrue();
    assertThat(with.advice()).contains("reprise.tls.key-store.certificate");
    ProbeRun none = probe(CLOSING + BOTH);
    assertThat(none.is("/certificate/clientCertificateAsked")).isFalse();
  }

  @Test
  void stillSpeaksOldVersions() {
    ProbeRun run =
        probe(CLOSING + "ssl_protocols TLSv1 TLSv1.1 TLSv1.2; ssl_ciphers ALL:@SECLEVEL=0;");

    assertThat(run.text("/tls/older")).isEqualTo("TLSv1.1");
    assertThat(run.advice()).contains("Turn TLSv1.1 off");
  }

  @Test
  void waitsForAFirstRequest() {
    ProbeRun run = probe(CLOSING + BOTH + "client_header_timeout 2s;", "--first-request-wait", "9");

    assertThat(run.is("/http/firstRequestEnd/byServer")).isTrue();
    assertThat(run.at("/http/firstRequestEnd/afterMillis").asDouble()).isBetween(1000.0, 8000.0);
    ProbeRun longer =
        probe(CLOSING + BOTH + "client_header_timeout 30s;", "--first-request-wait", "1");
    assertThat(longer.is("/http/firstRequestEnd/byServer")).isFalse();
    ProbeRun notAsked = probe(CLOSING + BOTH);
    assertThat(notAsked.at("/http/firstRequestEnd").isNull()).isTrue();
  }

  @Test
  void showsItsCertificate() {
    site.certificate(Site.builder().duration(9, TimeUnit.DAYS).rsa2048());

    ProbeRun run = probe(CLOSING + BOTH);

    assertThat(run.text("/certificate/key")).isEqualTo("RSA 2048");
    assertThat(run.text("/certificate/subject")).contains("CN=server");
    assertThat(run.text("/certificate/issuer")).contains("CN=Probe CA");
    assertThat(run.advice()).contains("expires in 8 days");
    assertThat(run.is("/certificate/ocspStapled")).isFalse();
  }

  @Test
  void staplesAnOcspResponse() throws IOException, InterruptedException {
    HeldCertificate authority = site.authority();
    site.write("ca-key.pem", authority.privateKeyPkcs8Pem());
    site.write("index", "V\t350101000000Z\t\t02\tunknown\t/CN=server\n");
    openssl("ocsp", "-issuer", "ca.pem", "-cert", "server.pem", "-reqout", "request.der");
    openssl(
        "ocsp",
        "-index",
        "index",
        "-CA",
        "ca.pem",
        "-rsigner",
        "ca.pem",
        "-rkey",
        "ca-key.pem",
        "-reqin",
        "request.der",
        "-respout",
        "response.der",
        "-ndays",
        "5");

    for (String versions : List.of(BOTH, TLS12)) {
      ProbeRun run =
          probe(
              CLOSING
                  + versions
                  + "ssl_stapling on; ssl_stapling_file %s;".formatted(site.file("response.der")));
      assertThat(run.is("/certificate/ocspStapled")).as(versions).isTrue();
    }
  }

  private void openssl(String... arguments) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("openssl"), java.util.Arrays.stream(arguments))
                    .toList())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(site.file("openssl.log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(site.file("openssl.log"))).isZero();
  }

  @Test
  void sendsTheBodyAndTheHeaders() {
    Path body = site.write("body.xml", "<quote/>");
    String configuration =
        CLOSING
            + BOTH
            + "location / { if ($request_method != POST) { return 405; }"
            + " if ($http_soapaction != '\"quote\"') { return 400; }"
            + " if ($content_length != 8) { return 411; } return 200 '<ok/>'; }";

    assertThat(
            probe(configuration, "--post", body.toString(), "--header", "SOAPAction: \"quote\"")
                .exitCode())
        .isEqualTo(ProbeCommand.RESUMES);
    assertThat(probe(configuration, "--post", body.toString()).err()).contains("400 Bad Request");
    assertThat(probe(configuration).err()).contains("405 Not Allowed");
  }

  @Test
  void answersWithAnError() {
    String configuration = CLOSING + BOTH + "location / { return 503; }";

    ProbeRun run = probe(configuration);
    assertThat(run.exitCode()).isEqualTo(ProbeCommand.HTTP_ERROR);
    assertThat(run.lines()).hasSize(1);
    assertThat(run.err()).contains("503 Service Temporarily Unavailable", "--any-status");
    ProbeRun anyway = probe(configuration, "--any-status");
    assertThat(anyway.exitCode()).isEqualTo(ProbeCommand.RESUMES);
    assertThat(anyway.at("/http/status").asInt()).isEqualTo(503);
  }
}
