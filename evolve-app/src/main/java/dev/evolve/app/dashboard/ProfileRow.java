package dev.evolve.app.dashboard;

import dev.evolve.profile.Machine;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileText;
import dev.evolve.profile.Provenance;
import dev.evolve.profile.TuningProfile;
import dev.evolve.verdict.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * A profile as the page shows it; every text is escaped by the template.
 *
 * @param id the profile
 * @param pack its pack
 * @param hardware its unit, for people
 * @param compiler the compiler that it was measured with
 * @param shape its shape
 * @param change its configuration against the baseline
 * @param gain its gain with the interval; a dash if it was never measured here
 * @param age since it was measured
 * @param state its state
 * @param reason why
 * @param pinned whether a person pinned it
 * @param search how complete the search was
 * @param proposalId the proposal that it comes from; empty for an import
 * @param provenance where it comes from
 */
public record ProfileRow(
    String id,
    String pack,
    String hardware,
    String compiler,
    String shape,
    String change,
    String gain,
    String age,
    String state,
    String reason,
    boolean pinned,
    String search,
    String proposalId,
    String provenance) {

  static ProfileRow of(ProfileEntry entry, Instant now) {
    TuningProfile profile = entry.profile();
    return new ProfileRow(
        profile.id(),
        profile.pack(),
        Machine.of(profile.hardware()).unit().describe(),
        profile.hardware().compiler(),
        profile.shape().name(),
        profile.configuration().describeAgainst(profile.baseline()),
        gain(profile),
        ProfileText.age(Duration.between(profile.measuredAt(), now)),
        entry.state().name(),
        entry.reason(),
        entry.pinned(),
        profile.search().describe(),
        profile.provenance() instanceof Provenance.Campaign campaign ? campaign.proposalId() : "",
        profile.provenance().describe());
  }

  private static String gain(TuningProfile profile) {
    Effect effect = profile.effect();
    return effect == null
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.1f %% [%.1f, %.1f]",
            100 * (1 - effect.ratio()),
            100 * (1 - effect.high()),
            100 * (1 - effect.low()));
  }
}
