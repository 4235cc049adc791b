package dev.reprise.lab.soak.client;

/**
 * A line from the soaked JVM: one of the two.
 *
 * @param sample figures between two batches, or null
 * @param outcome the last line's, else null
 */
public record Reply(Sample sample, Outcome outcome) {}
