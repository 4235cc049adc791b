package dev.reprise.comparison.results;

import java.util.List;

/**
 * A whole run.
 *
 * @param date when it began, as ISO 8601 with zone
 * @param command the command that repeats it
 * @param quick whether it was a short run, whose figures are rough
 * @param version the version of Reprise
 * @param machine where it ran
 * @param serverJava the Java of the demo server, or null against another endpoint
 * @param clientJava the Java of the clients
 * @param target what was called
 * @param notes what a reader must know: what was skipped, what failed
 * @param cells the conditions, each with all clients
 */
public record Results(
    String date,
    String command,
    boolean quick,
    String version,
    Machine machine,
    String serverJava,
    String clientJava,
    String target,
    List<String> notes,
    List<Cell> cells) {}
