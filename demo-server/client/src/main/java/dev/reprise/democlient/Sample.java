package dev.reprise.democlient;

import org.HdrHistogram.AbstractHistogram;

/**
 * What has been in about a second. Counts are per second, times in milliseconds and null if there
 * was nothing to time, lanes null for a client that has none.
 *
 * @param sequence counts the samples from 1
 * @param at when it was taken, in milliseconds since 1970
 * @param run the number of the run
 * @param client the client that called
 * @param answered calls answered
 * @param failed calls failed
 * @param full full handshakes
 * @param resumed resumed handshakes
 * @param threads threads started in this JVM
 * @param callMedian the median of what a call took
 * @param call99 the 99th percentile of it
 * @param closeMedian the median of what closing a connection took
 * @param closeLongest the longest of it
 * @param lanesFree lanes that wait for a connection
 * @param lanesLeased lanes that a connection holds
 */
record Sample(
    long sequence,
    long at,
    int run,
    ClientKind client,
    double answered,
    double failed,
    double full,
    double resumed,
    double threads,
    Double callMedian,
    Double call99,
    Double closeMedian,
    Double closeLongest,
    Integer lanesFree,
    Integer lanesLeased) {

  static Double millis(AbstractHistogram micros, double percentile) {
    return micros.getTotalCount() == 0 ? null : micros.getValueAtPercentile(percentile) / 1000.0;
  }
}
