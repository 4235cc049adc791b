/**
 * Code shared by the packages for Apache HttpClient 4.5 and 5. Applications use only {@link
 * dev.reprise.http.RequestProgress}. No argument or result is null unless the Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.http;
