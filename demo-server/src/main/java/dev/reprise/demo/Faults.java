package dev.reprise.demo;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

/** The test kit's server beside the demo's: the same answer, and a fault in giving it. */
final class Faults implements AutoCloseable {

  private final TlsPeer peer;

  Faults(DemoOptions options, DemoCertificates certificates) {
    String canned = new String(SoapMessages.cannedResponse(), StandardCharsets.UTF_8);
    try {
      peer =
          new TlsPeer(
              certificates.serverKeyManagers(),
              certificates.trustManagers(),
              options.clientCertificates,
              options.tlsVersions.toArray(String[]::new));
    } catch (IOException | GeneralSecurityException e) {
      throw new DemoStartException("The server of faults cannot be started: " + e.getMessage(), e);
    }
    peer.answer(request -> Answer.ok(canned).with("Content-Type", SoapMessages.CONTENT_TYPE));
  }

  int port() {
    return peer.port();
  }

  /** Commits it from now on, and ends what is held; false if there is none of the name. */
  boolean commit(String label) throws IOException {
    Fault fault = Fault.labelled(label);
    if (fault == null) {
      return false;
    }
    peer.misbehave(fault);
    peer.endConnections();
    return true;
  }

  int fullHandshakes() {
    return peer.fullHandshakes();
  }

  int resumedHandshakes() {
    return peer.handshakes() - peer.fullHandshakes();
  }

  @Override
  public void close() throws Exception {
    peer.close();
  }
}
