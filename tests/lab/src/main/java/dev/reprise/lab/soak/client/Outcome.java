package dev.reprise.lab.soak.client;

import java.util.Map;

/**
 * What came of all requests.
 *
 * @param elapsedMillis from the first request to the last, with the pauses for samples
 * @param endings how calls ended, by fault
 * @param unexpected endings that their fault does not account for, and how often they were met
 * @param resumed resumed handshakes
 * @param full full handshakes by cause
 * @param failed failed handshakes
 * @param closes closed connections by outcome
 * @param spares spares by how they ended; null or empty where there were none
 * @param left what was left over once the client was closed, in words; empty if nothing was
 */
public record Outcome(
    long elapsedMillis,
    Map<String, Map<String, Long>> endings,
    Map<String, Long> unexpected,
    long resumed,
    Map<String, Long> full,
    long failed,
    Map<String, Long> closes,
    Map<String, Long> spares,
    String left) {}
