package dev.evolve.loop.file;

/**
 * What a store has done since it was opened, and what it holds.
 *
 * @param durable number of the last durable step
 * @param groups syncs that made steps durable
 * @param compactions snapshots made
 * @param fileBytes bytes of the snapshot and the log
 * @param liveBytes those of them that a snapshot would keep
 */
public record FileStoreUsage(
    long durable, long groups, long compactions, long fileBytes, long liveBytes) {}
