package dev.evolve.gate;

import dev.evolve.pack.HardwareProfile;
import java.time.Instant;

/**
 * What the gates hold a confirmation to.
 *
 * @param confirmations how many candidates of the campaign may be confirmed in all, for the
 *     family-wise error rate; at least 1
 * @param rounds how many pairs of runs it might take on each scenario; it may have ended sooner at
 *     one of the looks that follow from this number
 * @param machine where it was to be measured
 * @param now when the gates are asked
 */
public record ConfirmationTerms(
    int confirmations, int rounds, HardwareProfile machine, Instant now) {}
