package dev.reprise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.benchmarks.calls.Clients;
import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Target;
import dev.reprise.subject.Session;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.CountingTrustManager;
import dev.reprise.testkit.TlsPeer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompareTest {

  @ParameterizedTest
  @EnumSource(
      names = {"SIDECAR", "REPRISE_PRECONNECT"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyClientCalls(Kind kind, @TempDir Path folder) throws Exception {
    Certificates certificates = new Certificates();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      Target target = new Target();
      target.url = peer.url();
      target.tls = "TLSv1.3";
      target.threads = 1;
      Path authority = folder.resolve("authority.pem");
      target.authority = Files.writeString(authority, certificates.authorityPem()).toString();
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
}
