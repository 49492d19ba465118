package dev.evolve.campaign;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.Evaluation.NotMeasured;
import dev.evolve.pack.BenchPack;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.tuning.TrialResult;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a screening tells the search. Pure. */
final class Screenings {

  private Screenings() {}

  /** The result of a screening: its own, or that of who was measured with the same binary. */
  static TrialResult result(CampaignState state, Evaluation screening) {
    return TrialResult.of(
        state.search().happened(),
        outcome(state, screening),
        cost(screening),
        screening
            .build(Arm.CANDIDATE)
            .filter(build -> build.status() == BuildRecord.Status.OK)
            .map(BuildRecord::artifactsSha256)
            .orElse(null),
        twin(screening));
  }

  /** Who was measured with the same binary; null if nobody was. */
  static @Nullable String twin(Evaluation screening) {
    NotMeasured notMeasured = screening.notMeasured();
    return notMeasured != null && notMeasured.cause() == NotMeasured.Cause.SAME_BINARY
        ? notMeasured.detail()
        : null;
  }

  private static Outcome outcome(CampaignState state, Evaluation screening) {
    return outcome(state.request().pack(), screening, twin -> resultOf(state, twin));
  }

  /**
   * What came of a screening.
   *
   * @param outcomes what came of a proposal that was measured before
   */
  static Outcome outcome(BenchPack pack, Evaluation screening, Function<String, Outcome> outcomes) {
    String twin = twin(screening);
    if (twin == null) {
      return ScreeningVerdict.of(pack, screening).outcome();
    }
    return twin.equals(NotMeasured.BASELINE) ? Outcome.Measured.exactly(1) : outcomes.apply(twin);
  }

  private static Outcome resultOf(CampaignState state, String proposalId) {
    TrialResult result = state.search().find(proposalId).map(Candidate::result).orElse(null);
    if (result == null) {
      throw new IllegalStateException(proposalId + " was not measured, yet shares its result");
    }
    return result.outcome();
  }

  static Cost cost(Evaluation screening) {
    long buildMs = screening.build(Arm.CANDIDATE).map(BuildRecord::durationMs).orElse(0L);
    long runNs = screening.runs().stream().map(BenchRun::usage).mapToLong(it -> it.wallNs()).sum();
    return new Cost(buildMs / 1e3, runNs / 1e9);
  }

  /** Why a candidate is not measured further; empty if it goes on. */
  static String rejection(CampaignState state, Evaluation screening) {
    String twin = twin(screening);
    return switch (outcome(state, screening)) {
      case Outcome.Failed failed ->
          twin == null ? failed.message() : sameAs(twin) + ", which failed: " + failed.message();
      case Outcome.Measured measured ->
          twin == null
              ? ""
              : sameAs(twin)
                  + String.format(
                      Locale.ROOT, ", which stands at %.1f %% gain", 100 * (1 - measured.value()));
    };
  }

  private static String sameAs(String twin) {
    return "not measured again: it builds to the same binary as "
        + (twin.equals(NotMeasured.BASELINE) ? "the baseline" : twin);
  }
}
