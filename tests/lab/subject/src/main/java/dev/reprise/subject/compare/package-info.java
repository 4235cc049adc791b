/**
 * What runs in the JVM of one compared client: Java 11 byte code, started once for each client of a
 * cell, told what to do by JSON lines on standard input.
 */
package dev.reprise.subject.compare;
