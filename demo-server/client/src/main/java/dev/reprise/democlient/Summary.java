package dev.reprise.democlient;

import java.util.Map;

/**
 * What has been in a run so far. Times are in milliseconds, and null if there was nothing to time.
 *
 * @param run the number of the run
 * @param switches their position
 * @param seconds how long it has lasted
 * @param answered calls answered
 * @param failed calls failed
 * @param perSecond calls answered per second, of late
 * @param full full handshakes
 * @param resumed resumed handshakes
 * @param resumedLately the share of resumed handshakes, of late: 0 to 1, null if there was none
 * @param threads threads started in this JVM
 * @param callMedian the median of what a call took
 * @param call99 the 99th percentile of it
 * @param closeMedian the median of what closing a connection took
 * @param closeLongest the longest of it
 * @param cpuPerCall CPU time of this JVM for each call, of late
 * @param closes how many connections ended in which way; empty if the client does not tell
 * @param errors how many calls failed with which error
 */
record Summary(
    int run,
    Switches switches,
    double seconds,
    long answered,
    long failed,
    double perSecond,
    long full,
    long resumed,
    Double resumedLately,
    long threads,
    Double callMedian,
    Double call99,
    Double closeMedian,
    Double closeLongest,
    Double cpuPerCall,
    Map<String, Long> closes,
    Map<String, Long> errors) {}
