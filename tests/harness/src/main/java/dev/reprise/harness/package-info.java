/**
 * What the commands under tests have in common: Java runtimes, and processes that run beside the
 * command (found, started, spoken to in lines, and ended on every path), its progress, and the
 * counting of full handshakes.
 */
package dev.reprise.harness;
