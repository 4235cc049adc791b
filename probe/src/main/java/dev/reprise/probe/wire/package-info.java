/**
 * What one TLS connection looks like on the wire, read off a recording of its bytes: hellos,
 * tickets and alerts, in TLS 1.3 too, whose keys are derived from what the probe's own key exchange
 * used.
 */
package dev.reprise.probe.wire;
