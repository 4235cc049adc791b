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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest {

  @TempDir Path directory;
  private final Certificates certificates = new Certificates();

  /** The events of one kind that there are while something is done. */
  private List<RecordedEvent> recorded(String name, Callable<?> what) throws Exception {
    Path file = directory.resolve(name + ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(name);
      recording.start();
      what.call();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .collect(Collectors.toList());
  }

  private TlsSettings.Builder trusting() {
    return TlsSettings.builder().trustManagers(certificates.trustManagers());
  }

  private static ResumingSslSocketFactory factory(TlsSettings.Builder settings) {
    return new ResumingSslSocketFactory(settings.build());
  }

  private static String peer(RecordedEvent event) {
    return event.getString("peerHost") + ":" + event.getInt("peerPort");
  }

  @Test
  void theEndOfAPreconnectionIsAnEvent() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      TlsStatistics statistics = new TlsStatistics();
      ResumingSslSocketFactory factory =
          factory(trusting().maxPreconnectionsPerPeer(1).addListener(statistics));
      assertThat(
              recorded(
                  "dev.reprise.TlsPreconnection",
                  () -> {
                    // As the second is counted, the event of the first is written.
                    while (statistics.total().preconnections().get(PreconnectionOutcome.USED) < 2) {
                      Exchange.once(factory, peer.port());
                    }
                    factory.closePreconnections();
                    return null;
                  }))
          .isNotEmpty()
          .allSatisfy(
              event -> {
                assertThat(event.getString("outcome")).isIn("USED", "DROPPED");
                assertThat(peer(event)).isEqualTo("localhost:" + peer.port());
              });
    }
  }

  @Test
  void handshakesAreEvents() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory(trusting());
      List<RecordedEvent> handshakes =
          recorded(
              "dev.reprise.TlsHandshake",
              () -> {
                Exchange.once(factory, peer.port());
                Exchange.once(factory, peer.port());
                return assertThatThrownBy(
                        () -> Exchange.once(new ResumingSslSocketFactory(), peer.port()))
                    .isInstanceOf(IOException.class);
              });
      assertThat(handshakes)
          .extracting(event -> event.getString("outcome"))
          .containsExactly("FULL", "RESUMED", "FAILED");
      assertThat(handshakes)
          .extracting(FlightRecorderTest::peer)
          .containsOnly("localhost:" + peer.port());
      assertThat(handshakes.get(0).getString("cause")).isEqualTo("FIRST");
      assertThat(handshakes.get(1).getString("protocolVersion")).isEqualTo("TLSv1.3");
      assertThat(handshakes.get(1).getDuration("time")).isPositive();
      assertThat(handshakes.get(2).getString("cause")).contains("PKIX");
      assertThat(handshakes.get(0).getEventType().getCategoryNames())
          .containsExactly("Reprise", "TLS");
    }
  }

  @Test
  void aCloseIsAnEvent() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      ResumingSslSocketFactory factory = factory(trusting().closeTimeout(Duration.ofSeconds(20)));
      RecordedEvent close =
          single(recorded("dev.reprise.TlsClose", () -> Exchange.once(factory, peer.port())));
      assertThat(close.getString("outcome")).isEqualTo("CLOSE_NOTIFY");
      assertThat(close.getDuration("time")).isPositive();
    }
  }

  @Test
  void aRefusedOfferIsAnEvent() throws Exception {
    try (TlsPeer first = TlsPeer.start(certificates, "TLSv1.3");
        TlsPeer second = TlsPeer.start(certificates, "TLSv1.3");
        RecordingProxy proxy = new RecordingProxy(first.port())) {
      ResumingSslSocketFactory factory = factory(trusting());
      for (int i = 0; i < 5; i++) {
        Exchange.once(factory, proxy.port());
      }
      proxy.forwardTo(second.port());
      RecordedEvent refused =
          single(
              recorded(
                  "dev.reprise.TlsReducedClientHelloRefused",
                  () -> Exchange.once(factory, proxy.port())));
      assertThat(peer(refused)).isEqualTo("localhost:" + proxy.port());
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
    RecordedEvent failed =
        single(
            recorded(
                "dev.reprise.TlsConnectFailed",
                () ->
                    assertThatThrownBy(() -> Exchange.once(new ResumingSslSocketFactory(), port))
                        .isInstanceOf(IOException.class)));
    assertThat(peer(failed)).isEqualTo("localhost:" + port);
    assertThat(failed.getString("cause")).contains("ConnectException");
    assertThat(failed.getDuration("time")).isPositive();
  }

  private static RecordedEvent single(List<RecordedEvent> events) {
    assertThat(events).hasSize(1);
    return events.get(0);
  }

  @Test
  void withoutTheModuleAllElseWorks() throws Exception {
    Path output = directory.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
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
