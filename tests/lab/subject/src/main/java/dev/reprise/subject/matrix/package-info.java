/** What runs in the JVMs of the matrix: one client, driven by JSON lines. Java 11. */
package dev.reprise.subject.matrix;
