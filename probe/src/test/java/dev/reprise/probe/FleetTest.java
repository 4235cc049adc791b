package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.server.Server;
import dev.reprise.probe.server.Site;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it finds out about several servers under one name, or behind one address. */
class FleetTest {

  private static final String CLOSING =
      "keepalive_timeout 0; ssl_session_cache shared:x:1m; ssl_protocols TLSv1.2 TLSv1.3;";

  @TempDir private Path folder;
  private Site site;

  @BeforeEach
  void write() {
    site = Site.in(folder);
  }

  @Test
  void addressesShareTicketKeys() {
    try (Server server =
        Server.nginx(site, Site.freePort(), List.of("127.0.0.1", "127.0.0.2"), CLOSING)) {
      ProbeRun run = ProbeRun.of(site, server.url("fleet.test"));

      assertThat(run.text("/addresses/0/address")).isEqualTo("127.0.0.1");
      assertThat(run.text("/addresses/1/address")).isEqualTo("127.0.0.2");
      assertThat(run.is("/addresses/1/takesSessionsOfFirst")).isTrue();
      assertThat(run.advice()).doesNotContain("same ticket keys");
    }
  }

  @Test
  void addressesHaveTicketKeysOfTheirOwn() {
    int port = Site.freePort();
    try (Server one = Server.nginx(site.member("one"), port, List.of("127.0.0.1"), CLOSING);
        Server two = Server.nginx(site.member("two"), port, List.of("127.0.0.2"), CLOSING)) {
      ProbeRun run = ProbeRun.of(site, one.url("fleet.test"));

      assertThat(two.port()).isEqualTo(port);
      assertThat(run.is("/addresses/1/takesSessionsOfFirst")).isFalse();
      assertThat(run.is("/addresses/1/takesItsOwn")).isTrue();
      assertThat(run.advice()).contains("same ticket keys");
      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
    }
  }

  @Test
  void oneAddressIsDown() {
    try (Server server = Server.nginx(site, CLOSING)) {
      ProbeRun run = ProbeRun.of(site, server.url("fleet.test"));

      assertThat(run.at("/addresses/0/problem").isNull()).isTrue();
      assertThat(run.text("/addresses/1/problem")).contains("refuses the connection");
      assertThat(run.advice()).contains("Take the address 127.0.0.2 out of DNS");
      assertThat(run.isAll("reprise")).isTrue();
    }
  }

  @Test
  void theFirstAddressIsDown() {
    try (Server server = Server.nginx(site, Site.freePort(), List.of("127.0.0.2"), CLOSING)) {
      ProbeRun run = ProbeRun.of(site, server.url("fleet.test"));

      assertThat(run.text("/addresses/0/problem")).contains("refuses the connection");
      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
    }
  }

  @Test
  void serversBehindOneAddressTakeTurns() {
    try (Server one = Server.nginx(site.member("one"), CLOSING);
        Server two = Server.nginx(site.member("two"), CLOSING);
        Server front = Server.spreading(site, one, two)) {
      ProbeRun run = ProbeRun.of(site, front.url());

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.isAll("oneAtATime")).isFalse();
      assertThat(run.summary()).contains("do not share ticket keys");
      assertThat(run.advice()).contains("give them the same ticket keys");
      assertThat(run.ticketLifetimes("tls13")).hasSize(2);
    }
  }
}
