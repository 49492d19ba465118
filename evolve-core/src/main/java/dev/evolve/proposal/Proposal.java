package dev.evolve.proposal;

import dev.evolve.pack.BenchPack;
import org.jspecify.annotations.Nullable;

/**
 * A candidate change.
 *
 * @param id unique for ever
 * @param campaignId the campaign that it belongs to
 * @param pack name of the pack
 * @param domain the pack's domain
 * @param agent who proposed it, such as {@code auto-tuner/seeded-local-search}
 * @param rationale why
 * @param expectedEffect what the author expects
 * @param changeset what it changes
 * @param parentId the proposal that it was derived from; null for none
 * @param risk how much it could hurt
 */
public record Proposal(
    String id,
    String campaignId,
    String pack,
    BenchPack.Domain domain,
    String agent,
    String rationale,
    String expectedEffect,
    Changeset changeset,
    @Nullable String parentId,
    RiskScore risk) {}
