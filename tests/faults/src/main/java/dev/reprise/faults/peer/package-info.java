/** The server that misbehaves, in a JVM of its own. */
package dev.reprise.faults.peer;
