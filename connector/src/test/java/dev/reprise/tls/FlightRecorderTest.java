package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {

  @TempDir Path directory;
  private final Certificates certificates = new Certificates();

  @Test
  void theEndOfAPreconnectionIsAnEvent() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        Recording recording = new Recording()) {
      recording.enable("dev.reprise.TlsPreconnection");
      recording.start();
      ResumingSslSocketFactory factory =
          new ResumingSslSocketFactory(
              TlsSettings.builder()
                  .trustManagers(certificates.trustManagers())
                  .maxPreconnectionsPerPeer(1)
                  .build());
      for (int i = 0; i < 3 || factory.readyPreconnections() == 0; i++) {
        Exchange.once(factory, peer.port());
      }
      factory.closePreconnections();
      Path file = directory.resolve("recording.jfr");
      recording.stop();
      recording.dump(file);
      assertThat(events(file, "dev.reprise.TlsPreconnection"))
          .isNotEmpty()
          .allSatisfy(
              event -> {
                assertThat(event.getString("outcome")).isIn("USED", "DROPPED");
                assertThat(event.getString("peerHost")).isEqualTo("localhost");
                assertThat(event.getInt("peerPort")).isEqualTo(peer.port());
              });
    }
  }

  @Test
  void handshakesAndClosesAreEvents() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3");
        Recording recording = new Recording()) {
      recording.enable("dev.reprise.TlsHandshake");
      recording.enable("dev.reprise.TlsClose");
      recording.start();
      ResumingSslSocketFactory factory =
          new ResumingSslSocketFactory(
              TlsSettings.builder()
                  .trustManagers(certificates.trustManagers())
                  .closeTimeout(Duration.ofSeconds(20))
                  .build());
      Exchange.once(factory, peer.port());
      Exchange.once(factory, peer.port());
      assertThatThrownBy(() -> Exchange.once(new ResumingSslSocketFactory(), peer.port()))
          .isInstanceOf(IOException.class);
      Path file = directory.resolve("recording.jfr");
      recording.stop();
      recording.dump(file);

      List<RecordedEvent> handshakes = events(file, "dev.reprise.TlsHandshake");
      assertThat(handshakes)
          .extracting(event -> event.getString("outcome"))
          .containsExactly("FULL", "RESUMED", "FAILED");
      assertThat(handshakes)
          .extracting(event -> event.getString("peerHost") + event.getInt("peerPort"))
          .containsOnly("localhost" + peer.port());
      assertThat(handshakes.get(0).getString("cause")).isEqualTo("FIRST");
      assertThat(handshakes.get(1).getString("protocolVersion")).isEqualTo("TLSv1.3");
      assertThat(handshakes.get(1).getDuration("time")).isPositive();
      assertThat(handshakes.get(2).getString("cause")).contains("PKIX");
      assertThat(handshakes.get(0).getEventType().getCategoryNames())
          .containsExactly("Reprise", "TLS");
      List<RecordedEvent> closes = events(file, "dev.reprise.TlsClose");
      assertThat(closes)
          .extracting(event -> event.getString("outcome"))
          .containsExactly("CLOSE_NOTIFY", "CLOSE_NOTIFY");
      assertThat(closes.get(0).getDuration("time")).isPositive();
    }
  }

  @Test
  void aRefusedOfferIsAnEvent() throws Exception {
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer second = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port());
        Recording recording = new Recording()) {
      recording.enable("dev.reprise.TlsReducedClientHelloRefused");
      recording.start();
      ResumingSslSocketFactory factory =
          new ResumingSslSocketFactory(
              TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
      for (int i = 0; i < 5; i++) {
        Exchange.once(factory, proxy.port());
      }
      proxy.forwardTo(second.port());
      Exchange.once(factory, proxy.port());
      Path file = directory.resolve("recording.jfr");
      recording.stop();
      recording.dump(file);

      RecordedEvent refused = single(events(file, "dev.reprise.TlsReducedClientHelloRefused"));
      assertThat(refused.getString("peerHost") + refused.getInt("peerPort"))
          .isEqualTo("localhost" + proxy.port());
      assertThat(refused.getString("offer"))
          .isEqualTo("TLSv1.3 " + ReducedClientHelloTest.groupName());
      assertThat(refused.getString("cause")).contains("SSL");
      assertThat(refused.getDuration("time")).isPositive();
    }
  }

  @Test
  void aConnectionThatCannotBeMadeIsAnEvent() throws Exception {
    int port;
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      port = peer.port();
    }
    try (Recording recording = new Recording()) {
      recording.enable("dev.reprise.TlsConnectFailed");
      recording.start();
      assertThatThrownBy(() -> Exchange.once(new ResumingSslSocketFactory(), port))
          .isInstanceOf(IOException.class);
      Path file = directory.resolve("recording.jfr");
      recording.stop();
      recording.dump(file);
      RecordedEvent failed = single(events(file, "dev.reprise.TlsConnectFailed"));
      assertThat(failed.getString("peerHost") + failed.getInt("peerPort"))
          .isEqualTo("localhost" + port);
      assertThat(failed.getString("cause")).contains("ConnectException");
      assertThat(failed.getDuration("time")).isPositive();
    }
  }

  private static RecordedEvent single(List<RecordedEvent> events) {
    assertThat(events).hasSize(1);
    return events.get(0);
  }

  private static List<RecordedEvent> events(Path file, String name) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .sorted((a, b) -> a.getStartTime().compareTo(b.getStartTime()))
        .collect(Collectors.toList());
  }

  @Test
  void withoutTheModuleAllElseWorks() throws Exception {
    Path output = directory.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base,java.logging,java.naming,jdk.crypto.ec",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutFlightRecorder.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    child.waitFor();
    assertThat(Files.readString(output, StandardCharsets.UTF_8))
        .contains("jdk.jfr present: false")
        .contains("FIRST=1", "resumed=1");
    assertThat(child.exitValue()).isZero();
  }

  /** Two exchanges in a JVM without Java Flight Recorder. */
  static final class WithoutFlightRecorder {

    public static void main(String[] arguments) throws Exception {
      System.out.println(
          "jdk.jfr present: " + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
      Certificates certificates = new Certificates();
      TlsStatistics statistics = new TlsStatistics();
      ResumingSslSocketFactory factory =
          new ResumingSslSocketFactory(
              TlsSettings.builder()
                  .trustManagers(certificates.trustManagers())
                  .addListener(statistics)
                  .build());
      try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
        Exchange.once(factory, peer.port());
        Exchange.once(factory, peer.port());
      }
      System.out.println(statistics.total());
    }
  }
}
