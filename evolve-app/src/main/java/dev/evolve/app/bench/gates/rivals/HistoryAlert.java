package dev.evolve.app.bench.gates.rivals;

/**
 * An alert of a rule that reads a history.
 *
 * @param index commit that is blamed
 * @param seen newest commit when the alert was raised
 */
public record HistoryAlert(int index, int seen) {}
