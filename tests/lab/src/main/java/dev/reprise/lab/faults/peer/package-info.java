/** The server that misbehaves, in a JVM of its own. */
package dev.reprise.lab.faults.peer;
