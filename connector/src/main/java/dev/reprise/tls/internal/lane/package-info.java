/**
 * Lanes, their tickets, and who has which: one store for sockets and for engines. This package uses
 * the traits of providers, and knows no connection. A socket tells what became of its handshake;
 * for an engine the tickets in the cache tell it.
 */
package dev.reprise.tls.internal.lane;
