/** The command that runs the probe on every JDK and judges what it found. */
package dev.reprise.lab.faults;
