/**
 * The connection manager for Apache HttpClient 4.5 over {@link dev.reprise.tls}.
 *
 * <p>The door is {@link dev.reprise.httpclient4.ResumingConnectionManager}: {@code
 * HttpClients.custom().setConnectionManager(ResumingConnectionManager.builder().build()).build()}.
 */
package dev.reprise.httpclient4;
