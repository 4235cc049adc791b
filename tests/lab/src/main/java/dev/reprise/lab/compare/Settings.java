package dev.reprise.lab.compare;

/**
 * What holds for all cells of a run.
 *
 * @param quick whether it was a short run, whose figures are rough
 * @param target what was called
 */
public record Settings(boolean quick, String target) {}
