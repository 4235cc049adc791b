package dev.reprise.demo;

import java.util.Map;

/**
 * What the server itself has seen since it started or was last reset. Asking for it over HTTPS
 * counts as a connection and a handshake too, not as a request.
 *
 * @param connections the TCP connections accepted
 * @param requests the HTTP requests received
 * @param fullHandshakes the handshakes in which the server had to present its certificate
 * @param resumedHandshakes the handshakes that resumed a session
 * @param failedHandshakes the handshakes that did not come to an end, whatever their version
 * @param byVersion completed handshakes by TLS version, such as {@code TLSv1.3}
 */
public record DemoStats(
    long connections,
    long requests,
    long fullHandshakes,
    long resumedHandshakes,
    long failedHandshakes,
    Map<String, Handshakes> byVersion) {

  /**
   * Completed handshakes of one TLS version.
   *
   * @param full the handshakes in which the server had to present its certificate
   * @param resumed the handshakes that resumed a session
   */
  public record Handshakes(long full, long resumed) {}
}
