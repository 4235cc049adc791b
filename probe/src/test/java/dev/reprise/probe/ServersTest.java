package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.InTurn;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What it finds out about sessions, connections and several servers under one name. */
@Execution(ExecutionMode.CONCURRENT)
class ServersTest {

  private static final Certificates certificates = new Certificates();

  private static ProbeRun probe(TlsPeer peer, String... more) throws IOException {
    return ProbeRun.of(certificates, peer.url(), more);
  }

  @Test
  void closesAfterEachResponseAndResumes() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2", "TLSv1.3")) {
      peer.observe(request -> asked.add(request.header("Connection")));
      ProbeRun run = probe(peer);

      assertThat(asked).hasSizeGreaterThan(7).containsOnly("keep-alive");
      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(run.text("/version")).isEqualTo("TLSv1.3");
      assertThat(run.is("/ticketsGiven13")).isTrue();
      assertThat(run.is("/clientCertificateAsked")).isFalse();
      assertThat(run.is("/imposesClose")).isTrue();
      assertThat(run.is("/announcesClose")).isTrue();
      assertThat(run.isAll("oneAtATime")).isTrue();
      assertThat(run.isAll("reprise")).isTrue();
      if (Runtime.version().feature() < 24) {
        assertThat(run.isAll("stock")).isFalse();
        assertThat(run.at("/savings/fullHandshakesPerDay").asDouble()).isGreaterThan(10_000);
        assertThat(run.summary()).contains("come in bursts like these, 1 per second on average");
      } else {
        assertThat(run.summary()).contains("Java 24 and later keep several").doesNotContain("few");
      }
      assertThat(run.at("/requests").asInt()).isLessThanOrEqualTo(16);
      assertThat(run.at("/gaps")).isEmpty();
      assertThat(run.text("/hybridHello")).isEqualTo("ANSWERED");
      assertThat(run.advice()).contains("Keep connections alive").doesNotContain("ClientHello");
    }
  }

  @Test
  void speaksTls12Alone() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      ProbeRun run = probe(peer);

      assertThat(run.text("/version")).isEqualTo("TLSv1.2");
      assertThat(run.at("/sessions12/ticketLifetimes/0").asInt()).isEqualTo(86_400);
      assertThat(run.is("/sessions12/extendedMasterSecret")).isTrue();
      assertThat(run.text("/hybridHello")).isEqualTo("ANSWERED");
      assertThat(run.isAll("stock")).isTrue();
      assertThat(run.summary())
          .contains("in TLS 1.2 one session serves many calls", "It is not worth adding here");
      assertThat(run.advice()).contains("Turn TLS 1.3 on");
    }
  }

  /** Only this one is asked for the close, after a request that shows whether it imposes it. */
  @Test
  void keepsConnectionsAlive() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (TlsPeer peer = TlsPeer.start(certificates).misbehave(Fault.KEEP_ALIVE)) {
      peer.answer(request -> Answer.ok("<ok/>").with("Keep-Alive", "timeout=10"));
      peer.observe(request -> asked.add(request.header("Connection")));
      ProbeRun run = probe(peer);

      assertThat(asked.get(0)).isEqualTo("keep-alive");
      assertThat(asked.subList(1, asked.size())).hasSizeGreaterThan(5).containsOnly("close");
      assertThat(run.is("/imposesClose")).isFalse();
      assertThat(run.is("/reused")).isTrue();
      assertThat(run.advice()).doesNotContain("Keep connections alive", "Preconnected connections");
      assertThat(run.summary()).contains("You do not need Reprise for these calls", "in a pool");
      assertThat(run.at("/savings/fullHandshakesPerDay").isNull()).isTrue();
    }
  }

  @Test
  void serversBehindOneAddressTakeTurns() throws Exception {
    try (TlsPeer one = TlsPeer.start(certificates);
        TlsPeer two = TlsPeer.start(certificates);
        InTurn front = new InTurn(one.port(), two.port())) {
      ProbeRun run = ProbeRun.of(certificates, "https://localhost:" + front.port() + "/");

      assertThat(run.exitCode()).isEqualTo(ProbeCommand.DOES_NOT_RESUME);
      assertThat(run.isAll("oneAtATime")).isFalse();
      assertThat(run.is("/ticketsGiven13")).isTrue();
      assertThat(run.summary()).contains("without shared ticket keys");
      assertThat(run.advice()).contains("give them the same ticket keys");
    }
  }

  @Test
  void theFirstAddressIsDown() throws Exception {
    try (TlsPeer peer = TlsPeer.startAt(InetAddress.getByName("127.0.0.2"), 0, certificates)) {
      ProbeRun run = ProbeRun.of(certificates, "https://cluster.test:" + peer.port() + "/");

      assertThat(run.text("/addresses/0/problem")).contains("refuses the connection");
      assertThat(run.advice()).contains("Take the address 127.0.0.1 out of DNS");
      assertThat(run.exitCode()).isEqualTo(ProbeCommand.RESUMES);
    }
  }

  @Test
  void theBodyAndTheHeadersAreSent(@TempDir Path folder) throws Exception {
    Path body = Files.writeString(folder.resolve("body.xml"), "<quote/>");
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      peer.answer(
          request ->
              request.method().equals("POST")
                      && "\"quote\"".equals(request.header("SOAPAction"))
                      && request.text().equals("<quote/>")
                  ? Answer.ok("<ok/>")
                  : Answer.of(503, "no"));
      String[] post = {"--post", body.toString(), "--header", "SOAPAction: \"quote\""};

      assertThat(probe(peer, post).exitCode()).isEqualTo(ProbeCommand.RESUMES);
      ProbeRun get = probe(peer);
      assertThat(get.exitCode()).isEqualTo(ProbeFailure.HTTP);
      assertThat(get.lines()).singleElement().asString().contains("503", "--any-status");
      ProbeRun anyway = probe(peer, "--any-status");
      assertThat(anyway.exitCode()).isEqualTo(ProbeCommand.RESUMES);
      assertThat(anyway.at("/status").asInt()).isEqualTo(503);
    }
  }
}
