package dev.reprise.lab.soak;

/**
 * What the soaked JVM is to do.
 *
 * @param controlPort where to ask for a server that commits faults
 * @param callers how many calls are made at a time
 * @param connections how many connections they share
 * @param spares how many spares there may be
 * @param virtual whether each caller is a virtual thread
 * @param requests how many requests in all, at most
 * @param minutes for how long; 0 for as long as the requests take
 * @param samples how many samples to take
 */
record Setup(
    int controlPort,
    String tls,
    int callers,
    int connections,
    int spares,
    boolean virtual,
    int requests,
    int minutes,
    int samples) {}
