/** The page that the command writes. */
package dev.reprise.faults.report;
