/** Says in words, as JSON and as a page what was found out, and what it means. */
package dev.reprise.probe.report;
