package dev.reprise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.benchmarks.calls.Clients;
import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Target;
import dev.reprise.subject.Session;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.CountingTrustManager;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompareTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      names = {"SIDECAR", "REPRISE_PRECONNECT", "FIRST", "AT_START", "LATER"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyClientCalls(Kind kind) throws Exception {
    Certificates certificates = new Certificates();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      Target target = target(peer, certificates);
      CountingTrustManager trust = target.trust();
      if (kind.name().endsWith("WEBSERVICETEMPLATE")) {
        peer.answer(request -> dev.reprise.testkit.Answer.ok(Target.envelope()));
      }
      try (Session client = Clients.open(kind, target, trust)) {
        client.call();
        client.call();
      }

      assertThat(peer.requests()).isEqualTo(2);
      assertThat(trust.serverChains()).isEqualTo(peer.fullHandshakes());
    }
  }

  @Test
  void theHandlerOfARequestCallsAndTellsHowLongThatTook() throws Exception {
    Certificates certificates = new Certificates();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      Target target = target(peer, certificates);
      target.queryMillis = 1;
      try (Session client =
          LearningApplication.open(Kind.REPRISE_HTTPCLIENT4, target, target.trust())) {
        assertThat(Long.parseLong(client.call())).isPositive();
      }

      assertThat(peer.requests()).isEqualTo(1);
    }
  }

  private Target target(TlsPeer peer, Certificates certificates) throws Exception {
    Target target = new Target();
    target.url = peer.url();
    target.tls = "TLSv1.3";
    target.threads = 1;
    target.authority = authority(certificates).toString();
    return target;
  }

  @Test
  void somebodysServerIsSentAtMost60Requests() throws Exception {
    Certificates certificates = new Certificates();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      assertThat(compare(peer, certificates)).isZero();

      assertThat(peer.requests()).isEqualTo(60);
      assertThat(results("endpoint.md"))
          .contains("Reprise over HttpClient 4.5.14: ", "Latency is not printed")
          .doesNotContain(".svg");
      assertThat(folder.resolve("results/endpoint.svg")).doesNotExist();
    }
  }

  private int compare(TlsPeer peer, Certificates certificates) throws Exception {
    Path body = Files.writeString(folder.resolve("body.xml"), Target.envelope());
    return run(
        "--url",
        peer.url(),
        "--body",
        body.toString(),
        "--authority",
        authority(certificates).toString());
  }

  private Path authority(Certificates certificates) throws Exception {
    return Files.writeString(folder.resolve("authority.pem"), certificates.authorityPem());
  }

  private int run(String... arguments) {
    ByteArrayOutputStream console = new ByteArrayOutputStream();
    return Compare.run(
        new PrintStream(console, true, StandardCharsets.UTF_8),
        folder.resolve("results"),
        arguments);
  }

  private String results(String name) throws Exception {
    return Files.readString(folder.resolve("results").resolve(name));
  }
}
