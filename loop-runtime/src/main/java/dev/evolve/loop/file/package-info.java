/**
 * Keeps checkpoints in files of this machine: a log of records, made durable in groups, that is
 * compacted into snapshots. The format and the reasons are told by ADR 6.
 */
@NullMarked
package dev.evolve.loop.file;

import org.jspecify.annotations.NullMarked;
