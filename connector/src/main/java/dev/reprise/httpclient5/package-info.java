/**
 * The connection manager for Apache HttpClient 5.4 and later (classic) over {@link
 * dev.reprise.tls}.
 *
 * <p>The door is {@link dev.reprise.httpclient5.ResumingConnectionManagerBuilder}. HttpClient's
 * asynchronous client has engines and is served by {@link dev.reprise.tls.ResumingSslContext}.
 */
package dev.reprise.httpclient5;
