package dev.reprise.lab.matrix;

import java.util.Map;

/**
 * What was met by the cells of a run.
 *
 * @param runs how often each client was run in each cell
 * @param servers version of each server, by name
 * @param titles what each server is, by name
 */
record Settings(int runs, Map<String, String> servers, Map<String, String> titles) {}
