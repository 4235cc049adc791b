package dev.reprise.lab.clients;

/**
 * One client on one Java.
 *
 * @param client its name
 * @param threads so many call at a time
 * @param runs how often both were run; what follows are the sums
 * @param stock the client as it is
 * @param reprise the client with Reprise
 * @param broken what does not hold, or empty
 */
record Cell(String client, int threads, int runs, Figures stock, Figures reprise, String broken) {}
