/** A server for tests, as a JUnit extension. */
package dev.reprise.junit;
