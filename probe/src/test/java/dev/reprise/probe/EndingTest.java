package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.measure.ProbeFailure;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.DistanceProxy;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How connections end with peers that are known to end them so. */
@Execution(ExecutionMode.CONCURRENT)
class EndingTest {

  private static final Certificates certificates = new Certificates();

  private static ProbeRun probe(Fault fault, String version, String... more) throws Exception {
    return probe(peer -> peer.misbehave(fault), version, more);
  }

  private static ProbeRun probeAnswering(String answer) throws Exception {
    return probe(peer -> peer.answer(answer), "TLSv1.3");
  }

  private static ProbeRun probe(Consumer<TlsPeer> change, String version, String... more)
      throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, version)) {
      change.accept(peer);
      ProbeRun run = ProbeRun.of(certificates, peer.url(), more);
      assertThat(peer.requests()).isLessThanOrEqualTo(16);
      return run;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, CLOSE_NOTIFY, Keep connections alive",
    "CLOSE_WITHOUT_CLOSE_NOTIFY, FIN, Send close_notify before you close",
    "RESET_AFTER_RESPONSE, RESET, not by a TCP reset"
  })
  void theServerEndsIt(Fault fault, String how, String advice) throws Exception {
    for (String version : List.of("TLSv1.3", "TLSv1.2")) {
      ProbeRun run = probe(fault, version);
      assertThat(run.text("/version")).isEqualTo(version);
      assertThat(run.text("/ending/how")).as(version).isEqualTo(how);
      assertThat(run.advice()).contains(advice);
    }
  }

  /** Where a call waits for the network before it is sent. */
  @Test
  void preconnectionsAreAdvisedAtADistance() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        DistanceProxy distance = new DistanceProxy(peer.port(), Duration.ofMillis(20))) {
      String url = "https://localhost:" + distance.port() + "/";
      assertThat(ProbeRun.of(certificates, url, "--rate", "60").advice())
          .containsPattern(
              "60 calls per"
                  + " second.*reprise\\.preconnect\\.max-per-peer=\\d+.*maxPreconnectionsPerPeer\\(\\d+\\)");
      assertThat(ProbeRun.of(certificates, url, "--rate", "0.1").advice())
          .doesNotContain("Preconnected connections");
    }
  }

  /** This one does not look at what the client sends, its close_notify for one. */
  @Test
  void heldOpenWhateverTheClientDoes() throws Exception {
    ProbeRun run = probe(Fault.FREEZE_AFTER_RESPONSE, "TLSv1.3");

    assertThat(run.text("/ending/how")).isEqualTo("NONE");
    assertThat(run.is("/ending/byServer")).isFalse();
    assertThat(run.summary()).contains("announces that it closes");
    assertThat(run.advice()).contains("Close the connection right after a response");
  }

  @Test
  void bodyThatEndsWithTheConnection() throws Exception {
    ProbeRun orderly = probe(Fault.CLOSE_DELIMITED, "TLSv1.3");
    assertThat(orderly.is("/endsWithConnection")).isTrue();
    assertThat(orderly.advice()).doesNotContain("reprise.require-close-notify");

    ProbeRun bare = probeAnswering("HTTP/1.1 200 OK\r\n\r\n" + TlsPeer.BODY);
    assertThat(bare.is("/announcesClose")).isTrue();
    assertThat(bare.is("/closesUnannounced")).isFalse();

    ProbeRun cut = probe(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY, "TLSv1.3");
    assertThat(cut.is("/endsWithConnection")).isTrue();
    assertThat(cut.text("/ending/how")).isEqualTo("FIN");
    assertThat(cut.advice()).contains("reprise.require-close-notify=false");
  }

  @Test
  void unannounced() throws Exception {
    ProbeRun run = probeAnswering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + TlsPeer.BODY);

    assertThat(run.is("/closesUnannounced")).isTrue();
    assertThat(run.is("/announcesClose")).isFalse();
    assertThat(run.is("/imposesClose")).isTrue();
    assertThat(run.summary()).contains("does not say so beforehand");
    assertThat(run.advice()).contains("Send 'Connection: close' with a response");
  }

  @Test
  void noAnswer() throws Exception {
    ProbeRun stalled = probe(Fault.STALL, "TLSv1.3", "--timeout", "1");
    assertThat(stalled.exitCode()).isEqualTo(ProbeFailure.UNREACHABLE);
    assertThat(stalled.lines()).hasSize(1);
    assertThat(stalled.err()).contains("sent nothing for 1 s", "--timeout");
    ProbeRun reset = probe(Fault.RESET_BEFORE_RESPONSE, "TLSv1.3");
    assertThat(reset.lines()).hasSize(1);
    assertThat(reset.exitCode()).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n"
      })
  void noHttp(String answer) throws Exception {
    ProbeRun run = probeAnswering(answer);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ProbeFailure.HTTP);
    assertThat(run.lines()).hasSize(1);
    assertThat(run.err()).contains("is not HTTP/1.1");
  }
}
