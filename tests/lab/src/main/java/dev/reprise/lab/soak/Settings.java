package dev.reprise.lab.soak;

import dev.reprise.lab.soak.client.Outcome;
import java.util.List;

/**
 * What holds for all samples of a run, and what came of the run as a whole.
 *
 * @param soaked what was soaked
 * @param tls the TLS version
 * @param shortForm whether native memory and resident set were given no time to settle
 * @param requests how many requests were made
 * @param batch how many of them between two samples
 * @param pinned where virtual threads were pinned to their carriers once classes were loaded
 * @param outcome what came of the requests
 */
public record Settings(
    Variant soaked,
    String tls,
    boolean shortForm,
    int requests,
    int batch,
    List<String> pinned,
    Outcome outcome) {}
