package dev.evolve.campaign;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.Arm;
import dev.evolve.measure.BuildRecord;
import java.util.Optional;

/** The artifacts that a confirmation built: what a canary serves and a promotion deploys. */
final class Artifacts {

  private Artifacts() {}

  /** SHA-256 of the artifact in force. */
  static String baseline(CampaignState state) {
    return deployed(state, Arm.BASELINE);
  }

  /** SHA-256 of the current candidate's artifact. */
  static String candidate(CampaignState state) {
    return deployed(state, Arm.CANDIDATE);
  }

  private static String deployed(CampaignState state, Arm arm) {
    String path = state.request().pack().build().artifacts().getFirst();
    Optional<BuildRecord> build = state.validationOrThrow().confirmation().build(arm);
    return build
        .map(record -> record.artifacts().get(path))
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.INTERNAL, "the confirmation holds no " + path + " of the " + arm));
  }
}
