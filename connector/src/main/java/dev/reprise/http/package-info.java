/**
 * Shared by the packages for Apache HttpClient 4.5 and 5. Users need {@link
 * dev.reprise.http.RequestProgress}. No argument or result is null unless the Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.http;
