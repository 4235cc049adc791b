package dev.reprise.lab.clients;

import java.util.Map;

/**
 * What holds for all cells.
 *
 * @param tls the TLS version of the server
 * @param runs how often each client was run in each cell
 * @param calls how often each thread calls
 * @param last how many calls one thread makes after that, which the server answers and leaves the
 *     connection open for a while
 * @param titles each client that took part, by its name
 */
record Settings(String tls, int runs, int calls, int last, Map<String, String> titles) {}
