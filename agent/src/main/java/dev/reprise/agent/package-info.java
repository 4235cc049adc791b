/**
 * The Java agent: it gives {@code HttpsURLConnection} and the default {@code SSLContext} sessions
 * that resume. Applications do not use its types.
 *
 * <p>No argument or result is null unless the Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.agent;
