package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.probe.wire.HybridHello;
import dev.reprise.probe.wire.HybridHello.Answer;
import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ClientHello of JDK 27, to servers and to what may stand before them. */
class HybridHelloTest {

  private static final Certificates certificates = new Certificates();

  @ParameterizedTest
  @CsvSource({"TLSv1.3", "TLSv1.2"})
  void isAnswered(String version) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, version)) {
      ProbeRun run = ProbeRun.of(certificates, peer.url());
      assertThat(run.text("/helloWhole")).isEqualTo("CLASSICAL");
      assertThat(run.text("/helloSplit")).isEqualTo("CLASSICAL");
      assertThat(run.advice()).doesNotContain("ClientHello");
    }
  }

  /** Short ones pass. */
  @Test
  void isDroppedForItsLength() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        Acceptor box = new Acceptor()) {
      box.start(
          tcp -> {
            byte[] head = tcp.getInputStream().readNBytes(5);
            if (head.length < 5 || head[3] >= 4) {
              return;
            }
            try (Socket on = new Socket("localhost", peer.port())) {
              on.getOutputStream().write(head);
              Thread back = new Thread(() -> copy(on, tcp));
              back.start();
              copy(tcp, on);
              back.join();
            }
          });
      ProbeRun run = ProbeRun.of(certificates, "https://localhost:" + box.port() + "/");
      assertThat(run.text("/helloWhole")).isEqualTo("CLOSED");
      assertThat(run.advice()).contains("Let a long ClientHello pass", "-Djdk.tls.namedGroups=");
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of them has ended.
    }
  }

  @ParameterizedTest
  @CsvSource({"ALERT, 15030300020228", "CLOSED, ''", "CLOSED, 160303", "OTHER, 485454502f"})
  void isAnsweredOtherwise(Answer answer, String hex) throws Exception {
    byte[] bytes = new java.math.BigInteger("1" + hex, 16).toByteArray();
    int skip = bytes.length - hex.length() / 2;
    InputStream in = new ByteArrayInputStream(bytes, skip, bytes.length - skip);
    assertThat(HybridHello.send(new Box(in, 2), "server.test", 0)).isEqualTo(answer);
  }

  @Test
  void isNotAnswered() throws Exception {
    try (Acceptor silent = new Acceptor();
        Socket tcp = new Socket("localhost", silent.port())) {
      tcp.setSoTimeout(10);
      assertThat(HybridHello.send(tcp, null, 1)).isEqualTo(Answer.SILENCE);
    }
  }

  /** It resets what does not come in one segment. */
  @Test
  void isDroppedInTwoSegments() throws Exception {
    InputStream alert = new ByteArrayInputStream(new byte[] {21, 3, 3, 0, 2, 2, 40});
    assertThat(HybridHello.send(new Box(alert, 1), null, 1)).isEqualTo(Answer.CLOSED);
    assertThat(HybridHello.send(new Box(alert, 1), null, 0)).isEqualTo(Answer.ALERT);
  }

  /** Takes so many segments, and then has an answer. */
  private static final class Box extends Socket {
    private final InputStream answer;
    private int segments;

    Box(InputStream answer, int segments) {
      this.answer = answer;
      this.segments = segments;
    }

    @Override
    public InputStream getInputStream() {
      return answer;
    }

    @Override
    public OutputStream getOutputStream() {
      return new OutputStream() {
        @Override
        public void write(int b) {
          throw new IllegalStateException("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          if (segments-- == 0) {
            throw new SocketException("Connection reset");
          }
        }
      };
    }
  }
}
