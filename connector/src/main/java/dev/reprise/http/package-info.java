/** What the packages for Apache HttpClient 4.5 and 5 have in common. */
package dev.reprise.http;
