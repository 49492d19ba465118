package dev.evolve.app.gate;

import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.results.ResultFormat;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How two revisions are run beside each other.
 *
 * @param repository the git repository
 * @param base revision of the baseline
 * @param head revision of the candidate
 * @param build command that builds a revision in its tree; null for none
 * @param bench command that runs its benchmarks once, as one process
 * @param format of what the bench prints or writes; null to tell it from that
 * @param rounds pairs of runs; null to run as many as the budget allows
 * @param budget time for all runs; null if the rounds are named
 * @param pilotPairs pairs of the baseline beside itself, from which is foretold what can be found
 * @param buildLimit longest time of a build
 * @param runLimit longest time of a run
 * @param seed of the order
 * @param results directory to keep the result files in; null to drop them
 */
public record RevisionPlan(
    Path repository,
    String base,
    String head,
    @Nullable String build,
    String bench,
    @Nullable ResultFormat format,
    @Nullable Integer rounds,
    @Nullable Duration budget,
    int pilotPairs,
    Duration buildLimit,
    Duration runLimit,
    long seed,
    CompareOptions options,
    @Nullable Path results) {}
