/** The page that the command writes. */
package dev.reprise.lab.faults.report;
