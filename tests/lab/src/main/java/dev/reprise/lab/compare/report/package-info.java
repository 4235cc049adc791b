/** Shows results: the table, the charts, the page. */
package dev.reprise.lab.compare.report;
