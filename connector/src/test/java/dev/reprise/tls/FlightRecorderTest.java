package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderTest extends TlsTest {

  @TempDir Path directory;

  /** Its thread stays from the first recording on. */
  @BeforeAll
  static void startFlightRecorder() {
    try (Recording recording = new Recording()) {
      recording.start();
    }
  }

  /** The events of these kinds that there are while something is done, in the order of time. */
  private List<RecordedEvent> recorded(Callable<?> what, String... names) throws Exception {
    Path file = directory.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      for (String name : names) {
        recording.enable("dev.reprise." + name);
      }
      recording.start();
      what.call();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> Arrays.stream(names).anyMatch(name -> isNamed(name, event)))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .collect(Collectors.toList());
  }

  private static boolean isNamed(String name, RecordedEvent event) {
    return event.getEventType().getName().equals("dev.reprise." + name);
  }

  private static List<RecordedEvent> named(String name, List<RecordedEvent> events) {
    return events.stream().filter(event -> isNamed(name, event)).collect(Collectors.toList());
  }

  private static String called(RecordedEvent event) {
    return event.getString("peerHost") + ":" + event.getInt("peerPort");
  }

  @Test
  void theEndOfAPreconnectionIsAnEvent() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    ResumingSslSocketFactory factory = factory(preconnecting(1));
    assertThat(
            recorded(
                () -> {
                  // As the second is counted, the event of the first is written.
                  while (preconnections(PreconnectionOutcome.USED) < 2) {
                    Exchange.once(factory, peer.port());
                  }
                  factory.closePreconnections();
                  return null;
                },
                "TlsPreconnection"))
        .isNotEmpty()
        .allSatisfy(
            event -> {
              assertThat(event.getString("outcome")).isIn("USED", "DROPPED");
              assertThat(called(event)).isEqualTo("localhost:" + peer.port());
            });
  }

  @Test
  void handshakesClosesAndConnectionsThatCannotBeMadeAreEvents() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    ClosedPort closed = closing(ClosedPort.take());
    ResumingSslSocketFactory factory = factory(trusting().closeTimeout(Duration.ofSeconds(20)));
    List<RecordedEvent> events =
        recorded(
            () -> {
              Exchange.times(2, factory, peer.port());
              assertThatThrownBy(() -> Exchange.once(factory, closed.port()))
                  .isInstanceOf(IOException.class);
              return assertThatThrownBy(
                      () -> Exchange.once(new ResumingSslSocketFactory(), peer.port()))
                  .isInstanceOf(IOException.class);
            },
            "TlsHandshake",
            "TlsClose",
            "TlsConnectFailed");
    List<RecordedEvent> handshakes = named("TlsHandshake", events);
    assertThat(handshakes)
        .extracting(event -> event.getString("outcome"))
        .containsExactly("FULL", "RESUMED", "FAILED");
    assertThat(handshakes)
        .extracting(FlightRecorderTest::called)
        .containsOnly("localhost:" + peer.port());
    assertThat(handshakes.get(0).getString("cause")).isEqualTo("FIRST");
    assertThat(handshakes.get(1).getString("protocolVersion")).isEqualTo("TLSv1.3");
    assertThat(handshakes.get(2).getString("cause")).contains("PKIX");
    assertThat(handshakes.get(0).getEventType().getCategoryNames())
        .containsExactly("Reprise", "TLS");
    assertThat(named("TlsClose", events))
        .hasSize(2)
        .allMatch(event -> event.getString("outcome").equals("CLOSE_NOTIFY"));
    assertThat(named("TlsConnectFailed", events))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(called(event)).isEqualTo("localhost:" + closed.port());
              assertThat(event.getString("cause")).contains("ConnectException");
            });
    assertThat(events).allMatch(event -> event.getDuration("time").toNanos() > 0);
  }

  @Test
  void aRefusedOfferIsAnEvent() throws Exception {
    RecordingProxy proxy = proxyTo(peer("TLSv1.3"));
    ResumingSslSocketFactory factory = factory();
    Exchange.times(5, factory, proxy.port());
    proxy.forwardTo(peer("TLSv1.3").port());
    assertThat(recorded(() -> Exchange.once(factory, proxy.port()), "TlsReducedClientHelloRefused"))
        .singleElement()
        .satisfies(
            refused -> {
              assertThat(called(refused)).isEqualTo("localhost:" + proxy.port());
              assertThat(refused.getString("offer"))
                  .isEqualTo("TLSv1.3 " + ReducedClientHelloTest.groupName());
              assertThat(refused.getString("cause")).contains("SSL");
              assertThat(refused.getDuration("time")).isPositive();
            });
  }

  @Test
  void withoutTheModuleAllElseWorks() throws Exception {
    List<String> options =
        List.of("--limit-modules", "java.base,java.logging,java.naming,jdk.crypto.ec");
    assertThat(Exchange.inJvm(OwnThreadsTest.TwoApplications.class, options))
        .contains("FIRST=1", "resumed=1");
  }
}
