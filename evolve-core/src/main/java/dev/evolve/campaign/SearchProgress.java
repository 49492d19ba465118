package dev.evolve.campaign;

import dev.evolve.proposal.Changeset;
import dev.evolve.tuning.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the search has tried.
 *
 * @param candidates every proposal of the campaign, oldest first
 * @param ended why the search has ended; null while it goes on
 */
public record SearchProgress(List<Candidate> candidates, @Nullable String ended) {

  /** Nothing tried. */
  static final SearchProgress NONE = new SearchProgress(List.of(), null);

  public SearchProgress {
    candidates = List.copyOf(candidates);
  }

  /** True once nothing more will be proposed. */
  public boolean hasEnded() {
    return ended != null;
  }

  /** A proposal of the campaign. */
  public Optional<Candidate> find(String proposalId) {
    return candidates.stream()
        .filter(candidate -> candidate.proposal().id().equals(proposalId))
        .findFirst();
  }

  /** The candidate that was proposed and is not yet measured, if any. */
  public Optional<Candidate> unscreened() {
    return candidates.stream()
        .filter(candidate -> !candidate.stage().isFinal() && candidate.screened().isEmpty())
        .findFirst();
  }

  /** What the strategy may know: every configuration tried, with its ratio or as failed. */
  public List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.proposal().changeset() instanceof Changeset.Knobs knobs) {
        trials.add(new Trial(knobs.to(), candidate.screenedRatio()));
      }
    }
    return trials;
  }

  SearchProgress plus(Candidate candidate) {
    List<Candidate> all = new ArrayList<>(candidates);
    all.add(candidate);
    return new SearchProgress(all, ended);
  }

  SearchProgress change(String proposalId, UnaryOperator<Candidate> change) {
    if (find(proposalId).isEmpty()) {
      throw new IllegalStateException("no proposal " + proposalId + " in this campaign");
    }
    return new SearchProgress(
        candidates.stream()
            .map(
                candidate ->
                    candidate.proposal().id().equals(proposalId)
                        ? change.apply(candidate)
                        : candidate)
            .toList(),
        ended);
  }

  SearchProgress end(String reason) {
    return new SearchProgress(candidates, reason);
  }
}
