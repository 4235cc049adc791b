package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.server.EmbeddedTomcat;
import dev.reprise.probe.server.Server;
import dev.reprise.probe.server.Site;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it finds out about servers other than nginx. */
class OtherServersTest {

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void write() {
    site = Site.in(folder);
  }

  @Nested
  class Haproxy {

    private ProbeRun probe(String bind, String more, String... arguments) {
      try (Server server = Server.haproxy(site, bind, more)) {
        return ProbeRun.of(site, server.url(), arguments);
      }
    }

    @Test
    void closesAndResumes() {
      ProbeRun run = probe("", "option httpclose");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.text("/tls/version")).isEqualTo("TLSv1.3");
      assertThat(run.is("/http/announcesClose")).isTrue();
      assertThat(run.ticketLifetimes("tls13")).containsExactly(7200, 7200);
      assertThat(run.is("/sessions/tls12/resumed")).isTrue();
      assertThat(run.isAll("reprise")).isTrue();
      assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
      assertThat(run.is("/http/end/byServer")).isTrue();
    }

    @Test
    void keepsConnectionsAlive() {
      ProbeRun run = probe("", "option http-keep-alive");

      assertThat(run.is("/http/secondRequestAnswered")).isTrue();
      assertThat(run.is("/http/imposesClose")).isFalse();
    }

    @Test
    void givesNoTicketsInTls12() {
      ProbeRun run = probe("ssl-max-ver TLSv1.2 no-tls-tickets", "option httpclose");

      assertThat(run.text("/tls/version")).isEqualTo("TLSv1.2");
      assertThat(run.ticketLifetimes("tls12")).isEmpty();
      assertThat(run.is("/sessions/tls12/sessionId")).isTrue();
      assertThat(run.isAll("oneAtATime")).isTrue();
    }

    @Test
    void answersWithoutARequest() {
      ProbeRun run = probe("", "timeout http-request 2s", "--first-request-wait", "9");

      assertThat(run.is("/http/firstRequestEnd/byServer")).isTrue();
      assertThat(run.at("/http/firstRequestEnd/afterMillis").asDouble()).isBetween(1000.0, 8000.0);
      assertThat(run.at("/http/firstRequestStatus").asInt()).isEqualTo(408);
    }
  }

  @Nested
  class Tomcat {

    private ProbeRun probe(String protocols, Map<String, String> attributes, String... arguments)
        throws Exception {
      try (EmbeddedTomcat server = new EmbeddedTomcat(site, protocols, attributes)) {
        return ProbeRun.of(site, server.url(), arguments);
      }
    }

    @Test
    void closesAndResumes() throws Exception {
      ProbeRun run = probe("TLSv1.2+TLSv1.3", Map.of("maxKeepAliveRequests", "1"));

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.text("/tls/version")).isEqualTo("TLSv1.3");
      assertThat(run.is("/tls/tls12")).isTrue();
      assertThat(run.text("/tls/older")).isEmpty();
      assertThat(run.is("/http/announcesClose")).isTrue();
      assertThat(run.ticketLifetimes("tls13")).containsExactly(86_400);
      assertThat(run.is("/sessions/tls12/extendedMasterSecret")).isTrue();
      assertThat(run.is("/sessions/tls12/resumed")).isTrue();
      assertThat(run.isAll("reprise")).isTrue();
      assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
      assertThat(run.advice()).doesNotContain("reprise.lanes.idle-timeout");
    }

    @Test
    void keepsConnectionsAlive() throws Exception {
      ProbeRun run = probe("TLSv1.3", Map.of("keepAliveTimeout", "5000"));

      assertThat(run.is("/tls/tls12")).isFalse();
      assertThat(run.is("/http/secondRequestAnswered")).isTrue();
      assertThat(run.is("/http/imposesClose")).isFalse();
    }

    @Test
    void resumesTls12() throws Exception {
      ProbeRun run = probe("TLSv1.2", Map.of("maxKeepAliveRequests", "1"));

      assertThat(run.is("/tls/tls13")).isFalse();
      assertThat(run.isAll("oneAtATime")).isTrue();
      assertThat(run.isAll("stock")).isTrue();
      assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
    }

    @Test
    void waitsForAFirstRequest() throws Exception {
      ProbeRun run =
          probe(
              "TLSv1.3",
              Map.of("maxKeepAliveRequests", "1", "connectionTimeout", "2000"),
              "--first-request-wait",
              "9");

      assertThat(run.is("/http/firstRequestEnd/byServer")).isTrue();
      assertThat(run.at("/http/firstRequestEnd/afterMillis").asDouble()).isBetween(1000.0, 8000.0);
    }
  }

  @Nested
  class OpenSsl {

    private ProbeRun probe(String settings, String... options) {
      try (Server server = Server.openssl(site, settings, options)) {
        return ProbeRun.of(site, server.url() + "answer");
      }
    }

    @Test
    void givesNoTicket() {
      ProbeRun run = probe("", "-tls1_3", "-num_tickets", "0");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.ticketLifetimes("tls13")).isEmpty();
      assertThat(run.is("/tls/tls12")).isFalse();
      assertThat(run.summary()).contains("nothing to resume a TLS session with");
      assertThat(run.advice()).contains("Turn TLS session tickets on");
    }

    @Test
    void givesOneTicket() {
      ProbeRun run = probe("", "-tls1_3", "-num_tickets", "1");

      assertThat(run.ticketLifetimes("tls13")).containsExactly(7200);
      assertThat(run.isAll("oneAtATime")).isTrue();
    }

    @Test
    void givesEightTickets() {
      ProbeRun run = probe("", "-num_tickets", "8");

      assertThat(run.ticketLifetimes("tls13")).hasSize(8).containsOnly(7200);
      assertThat(run.ticketLifetimes("tls12")).containsExactly(7200);
    }

    @Test
    void hasNoExtendedMasterSecret() {
      ProbeRun run = probe("Options = -ExtendedMasterSecret", "-tls1_2");

      assertThat(run.is("/sessions/tls12/extendedMasterSecret")).isFalse();
      assertThat(run.isAll("oneAtATime")).isTrue();
      assertThat(run.summary()).contains("HttpClient 4.5 and 5 on the JDK's TLS resume nothing");
      assertThat(run.advice()).contains("Support Extended Master Secret");
    }

    @Test
    void resumesNothingInTls12() {
      ProbeRun run = probe("", "-tls1_2", "-no_ticket", "-no_cache");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.is("/sessions/tls12/sessionId")).isFalse();
      assertThat(run.ticketLifetimes("tls12")).isEmpty();
    }
  }

  @Nested
  class Apache {

    private static final String BOTH = "SSLProtocol TLSv1.2 TLSv1.3\n";
    private static final String CACHE = "SSLSessionCache shmcb:cache(512000)\n";

    private ProbeRun probe(String configuration, String... arguments) {
      try (Server server = Server.apache(site, configuration)) {
        return ProbeRun.of(site, server.url(), arguments);
      }
    }

    @Test
    void closesAndResumes() {
      ProbeRun run = probe(BOTH + CACHE + "KeepAlive Off");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.text("/tls/version")).isEqualTo("TLSv1.3");
      assertThat(run.is("/http/announcesClose")).isTrue();
      assertThat(run.text("/http/server")).startsWith("Apache");
      assertThat(run.ticketLifetimes("tls13")).containsExactly(300, 300);
      assertThat(run.isAll("reprise")).isTrue();
      assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
      assertThat(run.advice()).contains("In Apache httpd: KeepAlive On");
    }

    @Test
    void keepsConnectionsAlive() {
      ProbeRun run = probe(BOTH + CACHE + "KeepAlive On\nKeepAliveTimeout 5");

      assertThat(run.is("/http/secondRequestAnswered")).isTrue();
      assertThat(run.text("/http/keepAlive")).startsWith("timeout=5");
      assertThat(run.advice()).contains("reprise.pool.evict-idle-after=4s");
    }

    @Test
    void resumesNothingInTls12() {
      ProbeRun run =
          probe("SSLProtocol TLSv1.2\nSSLSessionTickets off\nSSLSessionCache none\nKeepAlive Off");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.ticketLifetimes("tls12")).isEmpty();
      assertThat(run.resumed("oneAtATime")).isZero();
    }

    @Test
    void waitsForAFirstRequest() {
      ProbeRun run =
          probe(
              BOTH + CACHE + "KeepAlive Off\nRequestReadTimeout handshake=0 header=2",
              "--first-request-wait",
              "9");

      assertThat(run.is("/http/firstRequestEnd/byServer")).isTrue();
      assertThat(run.at("/http/firstRequestEnd/afterMillis").asDouble()).isBetween(1000.0, 8000.0);
    }
  }

  @Nested
  class Go {

    private ProbeRun probe(String words, String... arguments) {
      try (Server server = Server.go(site, words)) {
        return ProbeRun.of(site, server.url(), arguments);
      }
    }

    @Test
    void closesAndResumes() {
      ProbeRun run = probe("close");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.text("/tls/version")).isEqualTo("TLSv1.3");
      assertThat(run.is("/http/announcesClose")).isTrue();
      assertThat(run.ticketLifetimes("tls13")).containsExactly(7 * 86_400);
      assertThat(run.is("/sessions/tls12/sessionId")).isFalse();
      assertThat(run.is("/sessions/tls12/resumed")).isFalse();
      assertThat(run.isAll("reprise")).isTrue();
      assertThat(run.text("/http/end/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
      assertThat(run.advice()).contains("Give tickets of TLS 1.2 a lifetime");
    }

    /** Go gives its tickets of TLS 1.2 no lifetime, and JSSE takes none such. */
    @Test
    void givesTicketsWithoutALifetimeInTls12() {
      ProbeRun run = probe("close tls12");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.ticketLifetimes("tls12")).containsExactly(0);
      assertThat(run.resumed("oneAtATime")).isZero();
      assertThat(run.summary()).contains("does not tell for how long they are good");
      assertThat(run.advice())
          .contains("Give tickets of TLS 1.2 a lifetime")
          .doesNotContain("Turn TLS session tickets on");
    }

    @Test
    void keepsConnectionsAlive() {
      assertThat(probe("").is("/http/secondRequestAnswered")).isTrue();
    }

    @Test
    void givesNoTickets() {
      ProbeRun run = probe("close notickets");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.ticketLifetimes("tls13")).isEmpty();
      assertThat(run.ticketLifetimes("tls12")).isEmpty();
    }

    @Test
    void waitsForAFirstRequest() {
      ProbeRun run = probe("close wait", "--first-request-wait", "9");

      assertThat(run.is("/http/firstRequestEnd/byServer")).isTrue();
      assertThat(run.at("/http/firstRequestEnd/afterMillis").asDouble()).isBetween(1000.0, 8000.0);
    }
  }
}
