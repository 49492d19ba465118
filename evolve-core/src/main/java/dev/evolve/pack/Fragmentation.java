package dev.evolve.pack;

/**
 * How much of the free memory may lie in pieces: fragmentation is 1 − largest free block / free
 * memory, from two metrics of one unit.
 *
 * @param free metric that holds all free memory
 * @param largestFree metric that holds the largest free block
 * @param gain share by which fragmentation must fall, 0.20 for 20 %; 0 if it need not fall
 * @param tolerance how far fragmentation may exceed the baseline's, itself a share of the free
 *     memory; of no account with a gain
 */
public record Fragmentation(String free, String largestFree, double gain, double tolerance) {}
