package dev.reprise.lab.compare.results;

/**
 * One client's figure over another's.
 *
 * @param median the median of the ratios within each round
 * @param lowest the lowest of them
 * @param highest the highest of them
 * @param overall the ratio of both over all rounds: for throughput requests by time, for CPU time
 *     by requests, for percentiles the ratio of the medians
 */
public record Ratio(double median, double lowest, double highest, double overall) {}
