package dev.reprise.spring;

import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that call one peer, with stores of their own for each. */
abstract class AgainstPeer {

  static {
    // More than its ten seconds on a machine that has much to do.
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
  }

  @TempDir Path directory;
  Stores stores;
  SoapPeer peer;

  @BeforeEach
  void start() {
    stores = new Stores(directory);
    peer = SoapPeer.start(stores);
  }

  @AfterEach
  void stop() {
    peer.close();
  }
}
