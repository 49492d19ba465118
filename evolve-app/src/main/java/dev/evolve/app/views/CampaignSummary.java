package dev.evolve.app.views;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A campaign in a line.
 *
 * @param id the campaign
 * @param pack name of the pack
 * @param repository where it lands
 * @param baseCommit the commit that it started from
 * @param state {@code running}, {@code waiting} for a person, or {@code ended}
 * @param outcome how it ended; empty while it goes on
 * @param summary one sentence on the outcome; empty while it goes on
 * @param evaluations candidates measured so far
 * @param budget candidates that may be measured
 * @param bestRatio best screened ratio, candidate over baseline; null before the first
 * @param startedBy who started it
 * @param startedAt when
 * @param hardwareId the machine
 * @param hardware the machine, for people
 */
public record CampaignSummary(
    String id,
    String pack,
    String repository,
    String baseCommit,
    String state,
    String outcome,
    String summary,
    int evaluations,
    int budget,
    @Nullable Double bestRatio,
    String startedBy,
    Instant startedAt,
    String hardwareId,
    String hardware) {}
