/** HTTPS clients beside each other, with and without Reprise: what compare.sh runs and prints. */
package dev.reprise.benchmarks;
