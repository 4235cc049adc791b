/**
 * TLS for clients of servers that end every connection after one response. Each handshake but the
 * first of a lane resumes a session, and closing a socket takes a bounded time.
 *
 * <p>Begin with {@link dev.reprise.tls.ResumingSslSocketFactory}, made from {@link
 * dev.reprise.tls.TlsSettings}. For clients that take an SSLContext use {@link
 * dev.reprise.tls.ResumingSslContext}. The package needs only the JDK.
 *
 * <p>No argument or result is null unless the Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.tls;
