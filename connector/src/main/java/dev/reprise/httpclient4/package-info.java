/**
 * The connection manager for Apache HttpClient 4.5 over {@link dev.reprise.tls}.
 *
 * <p>Begin with {@link dev.reprise.httpclient4.ResumingConnectionManager}: {@code
 * HttpClients.custom().setConnectionManager(ResumingConnectionManager.builder().build()).build()}.
 *
 * <p>No argument or result is null unless the Javadoc, or HttpClient's, says so.
 *
 * @since 0.1.0
 */
package dev.reprise.httpclient4;
