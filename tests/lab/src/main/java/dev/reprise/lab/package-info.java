/**
 * What all experiments have in common: runtimes, processes that run beside the command (found,
 * started, spoken to in lines, and ended on every path), progress, and what a run found, written
 * down. Each experiment is a package below.
 */
package dev.reprise.lab;
