package dev.reprise.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.net.DatagramSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** A rule that sees nothing would pass all tests that rely on it, and nobody would notice. */
class NothingLeftOverTest {

  static class Leaves {

    private static DatagramSocket socket;
    private static CountDownLatch end;

    @RegisterExtension
    final NothingLeftOver nothingLeftOver = new NothingLeftOver(Duration.ofMillis(300));

    @Test
    void aSocket() throws IOException {
      socket = new DatagramSocket();
    }

    @Test
    void aThread() {
      end = new CountDownLatch(1);
      CountDownLatch itsEnd = end;
      new Thread(
              () -> {
                try {
                  itsEnd.await();
                } catch (InterruptedException e) {
                  // It ends.
                }
              },
              "left-over")
          .start();
    }
  }

  @Test
  void socketsAndThreadsAreSeen() {
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    try {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(Leaves.class))
                  .build(),
              summary);
    } finally {
      Leaves.socket.close();
      Leaves.end.countDown();
    }
    assertThat(summary.getSummary().getFailures())
        .extracting(failure -> failure.getException().getMessage())
        .satisfiesExactlyInAnyOrder(
            message -> assertThat(message).startsWith("Left over: 1 sockets"),
            message -> assertThat(message).startsWith("Left over: threads [left-over"));
  }
}
