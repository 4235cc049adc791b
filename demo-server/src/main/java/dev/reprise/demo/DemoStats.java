package dev.reprise.demo;

/**
 * What the server has seen since it started or was last reset. Asking for it over HTTPS counts as a
 * connection and a handshake too, not as a request.
 *
 * @param connections the TCP connections accepted
 * @param requests the HTTP requests received
 * @param fullHandshakes the handshakes in which the server had to present its certificate
 * @param resumedHandshakes the handshakes that resumed a session
 * @param failedHandshakes the handshakes that did not come to an end
 */
record DemoStats(
    long connections,
    long requests,
    long fullHandshakes,
    long resumedHandshakes,
    long failedHandshakes) {

  DemoStats plus(Faults faults) {
    return new DemoStats(
        connections,
        requests,
        fullHandshakes + faults.fullHandshakes(),
        resumedHandshakes + faults.resumedHandshakes(),
        failedHandshakes);
  }
}
