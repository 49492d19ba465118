package dev.evolve.loop;

/**
 * The loop has nothing left to do.
 *
 * @param reason one word or sentence for logs and reports
 */
public record Done(String reason) implements Plan {}
