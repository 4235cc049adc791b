/**
 * The throughput comparison: drives one demo server and one JVM for each client, and reports what
 * they came to.
 */
package dev.reprise.lab.compare;
