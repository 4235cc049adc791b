/** Single operations of the connector under JMH, with what stock takes for the same. */
package dev.reprise.benchmarks;
