package dev.reprise.lab.soak.client;

/**
 * What the soaked JVM is to do.
 *
 * @param controlPort where to ask for a server that commits faults
 * @param tls the TLS version
 * @param callers how many calls are made at a time
 * @param connections how many connections they share
 * @param spares how many spares there may be
 * @param virtual whether each caller is a virtual thread
 * @param requests how many requests in all, at most
 * @param batch how many requests between two samples; where minutes are set, before the first
 * @param minutes for how long; 0 for as long as the requests take
 * @param samples how many samples to take where minutes are set
 */
public record Setup(
    int controlPort,
    String tls,
    int callers,
    int connections,
    int spares,
    boolean virtual,
    int requests,
    int batch,
    int minutes,
    int samples) {}
