/**
 * The connection manager for Apache HttpClient 5.4 and later (classic) over {@link
 * dev.reprise.tls}.
 *
 * <p>Begin with {@link dev.reprise.httpclient5.ResumingConnectionManagerBuilder}. HttpClient's
 * asynchronous client uses engines: give it a {@link dev.reprise.tls.ResumingSslContext}.
 *
 * <p>No argument or result is null unless the Javadoc, or HttpClient's, says so.
 *
 * @since 0.1.0
 */
package dev.reprise.httpclient5;
