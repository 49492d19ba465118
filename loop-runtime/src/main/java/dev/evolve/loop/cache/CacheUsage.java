package dev.evolve.loop.cache;

/**
 * What one cache class holds and has done so far.
 *
 * @param entries values that can be found
 * @param pinned how many of them are pinned
 * @param used what is held against the budget; counts values that were dropped while pinned
 * @param budget the budget, in the same unit
 * @param hits lookups that found a value
 * @param misses lookups that found none
 * @param evictions values pushed out to make room
 * @param refusals values that were not taken
 * @param dropped values dropped because they were stale
 */
public record CacheUsage(
    int entries,
    int pinned,
    long used,
    long budget,
    long hits,
    long misses,
    long evictions,
    long refusals,
    long dropped) {}
