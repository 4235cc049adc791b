/**
 * The log, Flight Recorder, and {@code Report}, by which internals tell listeners. This package
 * knows events, and nothing of what causes them.
 */
package dev.reprise.tls.internal.report;
