/** What JDKs do differently, and threads that inherit nothing. This package uses the JDK alone. */
package dev.reprise.tls.internal.jdk;
