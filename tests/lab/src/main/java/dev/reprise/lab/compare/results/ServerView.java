package dev.reprise.lab.compare.results;

/**
 * What the demo server counted during one turn.
 *
 * @param requests the requests received
 * @param fullHandshakes the handshakes in which it presented its certificate
 * @param resumedHandshakes the handshakes that resumed a session
 * @param failedHandshakes the handshakes that did not come to an end
 */
public record ServerView(
    long requests, long fullHandshakes, long resumedHandshakes, long failedHandshakes) {}
