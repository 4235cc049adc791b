package dev.reprise.lab.clients;

/**
 * One client on one Java.
 *
 * @param client its name
 * @param threads so many call at a time
 * @param stock the client as it is, the sums of all runs
 * @param reprise the client with Reprise
 * @param broken what does not hold, or empty
 */
record Cell(String client, int threads, Figures stock, Figures reprise, String broken) {}
