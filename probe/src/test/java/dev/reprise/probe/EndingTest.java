package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.DistanceProxy;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How connections end with peers that are known to end them so. */
@Execution(ExecutionMode.CONCURRENT)
class EndingTest {

  private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

  private static final Certificates certificates = new Certificates();

  private ProbeRun probe(Fault fault, String version) throws Exception {
    return probe(fault, null, version);
  }

  private ProbeRun probe(Fault fault, String answer, String version) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, version)) {
      peer.misbehave(fault);
      if (answer != null) {
        peer.answer(answer);
      }
      ProbeRun run = ProbeRun.of(certificates, peer.url());
      assertThat(peer.requests()).isLessThanOrEqualTo(16);
      return run;
    }
  }

  private void expect(Fault fault, String how, String advice) throws Exception {
    for (String version : VERSIONS) {
      ProbeRun run = probe(fault, version);
      assertThat(run.text("/version")).isEqualTo(version);
      assertThat(run.text("/ending/how")).as("%s %s", fault, version).isEqualTo(how);
      assertThat(run.advice()).contains(advice);
    }
  }

  @Test
  void closeNotifyAndFin() throws Exception {
    expect(Fault.NONE, "CLOSE_NOTIFY_AND_FIN", "Keep connections alive");
  }

  /**
   * This one resets the connection at whatever it is sent after its close_notify, as a kernel does
   * for a server that has gone: JSSE's own answer must not count as the server's ending.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void closeNotifyAlone(String version) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(certificates.keyManagers(certificates.server()), null, null);
    try (Acceptor peer = new Acceptor()) {
      peer.start(tcp -> closeTlsAlone(context, tcp, version));
      ProbeRun run = ProbeRun.of(certificates, "https://localhost:" + peer.port() + "/");

      assertThat(run.text("/ending/how")).isEqualTo("CLOSE_NOTIFY_ONLY");
    }
  }

  private static void closeTlsAlone(SSLContext context, Socket tcp, String version)
      throws IOException {
    SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(tcp, null, tcp.getPort(), false);
    tls.setUseClientMode(false);
    tls.setEnabledProtocols(new String[] {version});
    if (ScriptedPeer.readRequest(tls)) {
      tls.getOutputStream().write(ScriptedPeer.response());
      tls.shutdownOutput();
      if (tcp.getInputStream().read() >= 0) {
        tcp.setSoLinger(true, 0);
      }
    }
  }

  /** To one that keeps connections, `Connection: close` is sent; to one that imposes it, not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void closesAreAskedForWhereTheyAreNotImposed(boolean keeps) throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      peer.misbehave(keeps ? Fault.KEEP_ALIVE : Fault.NONE);
      peer.observe(request -> asked.add(request.header("Connection")));
      ProbeRun run = ProbeRun.of(certificates, peer.url());
      if (keeps) {
        // The first is to see whether the server imposes the close.
        assertThat(asked.get(0)).isEqualTo("keep-alive");
        assertThat(asked.subList(1, asked.size())).hasSizeGreaterThan(5).containsOnly("close");
        assertThat(run.is("/reused")).isTrue();
        assertThat(run.is("/imposesClose")).isFalse();
        assertThat(run.advice())
            .doesNotContain("Keep connections alive", "Preconnected connections");
      } else {
        assertThat(asked).hasSizeGreaterThan(7).containsOnly("keep-alive");
        assertThat(run.advice()).contains("Keep connections alive");
      }
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

  @Test
  void finWithoutCloseNotify() throws Exception {
    expect(Fault.CLOSE_WITHOUT_CLOSE_NOTIFY, "FIN", "Send close_notify before you close");
  }

  @Test
  void reset() throws Exception {
    expect(Fault.RESET_AFTER_RESPONSE, "RESET", "not by a TCP reset");
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

    ProbeRun bare = probe(Fault.NONE, "HTTP/1.1 200 OK\r\n\r\n" + TlsPeer.BODY, "TLSv1.3");
    assertThat(bare.is("/announcesClose")).isTrue();
    assertThat(bare.is("/closesUnannounced")).isFalse();

    ProbeRun cut = probe(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY, "TLSv1.3");
    assertThat(cut.is("/endsWithConnection")).isTrue();
    assertThat(cut.text("/ending/how")).isEqualTo("FIN");
    assertThat(cut.advice()).contains("reprise.require-close-notify=false");
  }

  @Test
  void unannounced() throws Exception {
    String silent = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + TlsPeer.BODY;
    ProbeRun run = probe(Fault.NONE, silent, "TLSv1.3");

    assertThat(run.is("/closesUnannounced")).isTrue();
    assertThat(run.is("/announcesClose")).isFalse();
    assertThat(run.is("/imposesClose")).isTrue();
    assertThat(run.summary()).contains("does not say so beforehand");
    assertThat(run.advice()).contains("Send 'Connection: close' with a response");
  }

  @Test
  void chunked() throws Exception {
    String chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            + "5;x=y\r\n<ok/>\r\n0\r\nTrailer: x\r\n\r\n";
    ProbeRun run = probe(Fault.NONE, chunked, "TLSv1.3");

    assertThat(run.is("/endsWithConnection")).isFalse();
    assertThat(run.text("/ending/how")).isEqualTo("CLOSE_NOTIFY_AND_FIN");
  }

  @Test
  void noAnswer() throws Exception {
    ProbeRun stalled = probeBriefly(Fault.STALL);
    assertThat(stalled.exitCode()).isEqualTo(ProbeCommand.UNREACHABLE);
    assertThat(stalled.lines()).hasSize(1);
    assertThat(stalled.err()).contains("sent nothing for 1 s", "--timeout");
    ProbeRun reset = probeBriefly(Fault.RESET_BEFORE_RESPONSE);
    assertThat(reset.lines()).hasSize(1);
    assertThat(reset.exitCode()).isNotZero();
  }

  @Test
  void noHttp() throws Exception {
    for (String answer :
        List.of(
            "SSH-2.0-x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n")) {
      ProbeRun run = probe(Fault.NONE, answer, "TLSv1.3");

      assertThat(run.exitCode()).as(answer).isEqualTo(ProbeCommand.HTTP_ERROR);
      assertThat(run.lines()).hasSize(1);
      assertThat(run.err()).contains("is not HTTP/1.1");
    }
  }

  private ProbeRun probeBriefly(Fault fault) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      peer.misbehave(fault);
      return ProbeRun.of(certificates, peer.url(), "--timeout", "1");
    }
  }
}
