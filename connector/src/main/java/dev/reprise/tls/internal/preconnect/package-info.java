/**
 * Preconnected connections, and the demand that opens them. This package uses the channel and what
 * that uses. No other internal package uses it.
 */
package dev.reprise.tls.internal.preconnect;
