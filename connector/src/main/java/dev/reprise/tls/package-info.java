/**
 * An {@link javax.net.ssl.SSLSocketFactory} for clients of servers that end every connection after
 * one response: each handshake but the first of a lane is resumed, and closing a socket takes a
 * bounded time.
 *
 * <p>The door is {@link dev.reprise.tls.ResumingSslSocketFactory}, made from {@link
 * dev.reprise.tls.TlsSettings}; for clients that take an SSLContext it is {@link
 * dev.reprise.tls.ResumingSslContext}. The package needs nothing but the JDK.
 */
package dev.reprise.tls;
