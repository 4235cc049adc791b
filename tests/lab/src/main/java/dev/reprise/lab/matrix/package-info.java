/** The driver of the JDK and server matrix: plans, runs, judges and writes the page. */
package dev.reprise.lab.matrix;
