package dev.evolve.campaign;

import dev.evolve.loop.LoopState;
import dev.evolve.pack.HardwareProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of a campaign: the fold of its events by {@link CampaignFold}.
 *
 * @param campaignId identity of the campaign and of its loop
 * @param seed seed of everything random in it
 * @param stepIndex steps advanced
 * @param eventCount events recorded; the next event's sequence
 * @param request what was asked for
 * @param opening when and where it began; null before its first step
 * @param search what was tried
 * @param currentId the proposal on its way to promotion; null while there is none
 * @param validation what that proposal went through; null before its confirmation
 * @param closing how the campaign will end once it is tidied up; null while that is open
 * @param outcome how the campaign ended; null while it goes on
 */
public record CampaignState(
    String campaignId,
    long seed,
    long stepIndex,
    long eventCount,
    CampaignRequest request,
    @Nullable Opening opening,
    SearchProgress search,
    @Nullable String currentId,
    @Nullable Validation validation,
    @Nullable Outcome closing,
    @Nullable Outcome outcome)
    implements LoopState {

  /**
   * When and where a campaign began.
   *
   * @param at when
   * @param lastEventAt when its newest event happened; the campaign's own clock
   * @param hardware the machine
   */
  public record Opening(Instant at, Instant lastEventAt, HardwareProfile hardware) {}

  /**
   * How a campaign ended.
   *
   * @param name one word: {@code promoted}, {@code nothing-better-found}, {@code declined}, {@code
   *     cancelled}, {@code failed}
   * @param summary one sentence
   */
  public record Outcome(String name, String summary) {}

  /** How a campaign ended, if it has. */
  public Optional<Outcome> ended() {
    return Optional.ofNullable(outcome);
  }

  /** The proposal on its way to promotion, if there is one. */
  public Optional<Candidate> current() {
    return Optional.ofNullable(currentId).flatMap(search::find);
  }

  /**
   * The proposal on its way to promotion.
   *
   * @throws IllegalStateException if there is none
   */
  public Candidate currentOrThrow() {
    return current()
        .orElseThrow(() -> new IllegalStateException(campaignId + " has no current proposal"));
  }

  /**
   * What the current proposal went through.
   *
   * @throws IllegalStateException if it was not confirmed yet
   */
  public Validation validationOrThrow() {
    if (validation == null) {
      throw new IllegalStateException(campaignId + " has no confirmed proposal");
    }
    return validation;
  }

  /**
   * When and where it began.
   *
   * @throws IllegalStateException before its first step
   */
  public Opening openingOrThrow() {
    if (opening == null) {
      throw new IllegalStateException(campaignId + " has not begun");
    }
    return opening;
  }

  /** How long it has run by its own clock, the times of its events. */
  public Duration elapsed() {
    return opening == null ? Duration.ZERO : Duration.between(opening.at(), opening.lastEventAt());
  }

  /**
   * The candidates that are worth a confirmation, best first: screened at half the wanted gain or
   * more, and no more of them than the policy allows. Screening is noisy, so the bar is lower than
   * the gate's; what passes here has proved nothing yet.
   */
  public List<Candidate> finalists() {
    double bar = 1 - request.pack().gates().perf().minimumGain() / 2;
    return search.candidates().stream()
        .filter(candidate -> !candidate.sharesResult())
        .filter(candidate -> candidate.screened().orElse(Double.POSITIVE_INFINITY) <= bar)
        .sorted(Comparator.comparingDouble(candidate -> candidate.screened().orElseThrow()))
        .limit(request.policy().maximumConfirmations())
        .toList();
  }
}
