/** The page and the chart that the command writes. */
package dev.reprise.lab.soak.report;
