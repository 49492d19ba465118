package dev.evolve.loop.capture;

/**
 * The fixed structure of a step, as its executor declares it.
 *
 * @param loopKind kind of the loop that plans it
 * @param structure names the sequence of operations; equal only where the sequences are
 */
public record GraphForm(String loopKind, String structure) {}
