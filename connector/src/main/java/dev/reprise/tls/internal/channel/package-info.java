/**
 * The life of a socket: TCP, engine, records, handshake, exchange and close. A {@code Connection}
 * is what a socket holds, and a {@code TlsChannel} is one TCP connection. This package uses lanes,
 * providers and reports. A preconnected connection is known to it by an interface only.
 */
package dev.reprise.tls.internal.channel;
