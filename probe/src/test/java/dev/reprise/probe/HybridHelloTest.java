package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.wire.HybridHello;
import dev.reprise.probe.wire.HybridHello.Answer;
import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Hello;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ClientHello of JDK 27, to servers and to what may stand before them. */
class HybridHelloTest {

  private static final Certificates certificates = new Certificates();

  /** By a box that garbles it; short ones pass. */
  @Test
  void isGarbledForItsLength() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        RecordingProxy box = new RecordingProxy(peer.port())) {
      box.alterFromClient(
          record ->
              record.isHandshake(Hello.CLIENT_HELLO) && record.payload().length > 1000
                  ? record.withPayload(new byte[] {Hello.CLIENT_HELLO, 0, 0, 0})
                  : record);
      ProbeRun run = ProbeRun.of(certificates, "https://localhost:" + box.port() + "/");
      assertThat(run.text("/hybridHello")).isEqualTo("ALERT");
      assertThat(run.advice()).contains("Let a long ClientHello pass", "-Djdk.tls.namedGroups=");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ALERT, 15030300020228",
    "CLOSED, ''",
    "CLOSED, 160303",
    "OTHER, 485454502f",
    "OTHER, 160301000501"
  })
  void isAnsweredOtherwise(Answer answer, String hex) throws Exception {
    byte[] bytes = HexFormat.of().parseHex(hex);
    Socket box = new Box(new ByteArrayInputStream(bytes));
    assertThat(HybridHello.send(box, "server.test", 1)).isEqualTo(answer);
  }

  @Test
  void isNotAnswered() throws Exception {
    try (Acceptor silent = new Acceptor();
        Socket tcp = new Socket("localhost", silent.port())) {
      tcp.setSoTimeout(10);
      assertThat(HybridHello.send(tcp, null, 1)).isEqualTo(Answer.SILENCE);
    }
  }

  /** Takes what is sent, and has an answer. */
  private static final class Box extends Socket {
    private final InputStream answer;

    Box(InputStream answer) {
      this.answer = answer;
    }

    @Override
    public InputStream getInputStream() {
      return answer;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }
  }
}
