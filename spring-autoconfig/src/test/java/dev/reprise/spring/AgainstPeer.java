package dev.reprise.spring;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that call one peer. */
abstract class AgainstPeer extends WithStores {

  static {
    // More than its ten seconds on a machine that has much to do.
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
  }

  SoapPeer peer;

  @BeforeEach
  final void start() {
    peer = SoapPeer.start(stores);
  }

  @AfterEach
  void stop() {
    peer.close();
  }
}
