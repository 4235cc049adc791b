package dev.reprise.lab.soak.client;

import java.util.Map;

/**
 * The figures of a moment at which no request is under way.
 *
 * @param requests the requests made so far
 * @param uptimeMillis the age of the JVM
 * @param epochMillis the wall clock
 * @param threads live platform threads besides callers and the carriers of virtual threads
 * @param carriers live carriers of virtual threads
 * @param peakThreads the most platform threads, callers included, since the sample before
 * @param threadsStarted platform threads started since the first sample
 * @param descriptors open file descriptors
 * @param heapBytes used heap after two full collections, with all finalizers run between them
 * @param rssBytes resident set size
 * @param nativeBytes committed native memory besides the Java heap and what compilations borrow
 * @param nativeCategories committed native memory by category, in bytes
 * @param timeWait connections to the server in TIME_WAIT on the client's side
 * @param hostResets RSTs that this host has sent since the first sample, by any process
 * @param lanesLive lanes
 * @param lanesFree lanes that wait for a connection
 * @param lanesLeased lanes that a connection holds
 * @param leases connections that the pool has leased
 * @param spares spares that wait, after more than their lifetime
 */
public record Sample(
    int requests,
    long uptimeMillis,
    long epochMillis,
    int threads,
    int carriers,
    int peakThreads,
    long threadsStarted,
    int descriptors,
    long heapBytes,
    long rssBytes,
    long nativeBytes,
    Map<String, Long> nativeCategories,
    int timeWait,
    long hostResets,
    int lanesLive,
    int lanesFree,
    int lanesLeased,
    int leases,
    int spares) {}
