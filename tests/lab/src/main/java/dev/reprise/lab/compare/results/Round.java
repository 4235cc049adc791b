package dev.reprise.lab.compare.results;

import dev.reprise.lab.DemoServer;
import dev.reprise.subject.compare.TurnResult;

/**
 * One turn of one client.
 *
 * @param number the round, from 1; 0 is the warm-up
 * @param position the client's place in the order of the round, from 1
 * @param turn what the client measured
 * @param server what the demo server counted meanwhile; null against another endpoint
 */
public record Round(int number, int position, TurnResult turn, DemoServer.Counts server) {}
