package dev.evolve.campaign;

import dev.evolve.tuning.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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

  /** The candidates that were proposed and are not yet measured, oldest first. */
  public List<Candidate> unscreened() {
    return candidates.stream()
        .filter(candidate -> !candidate.stage().isFinal() && candidate.screened().isEmpty())
        .toList();
  }

  /** By the hash of a binary: the proposal that was measured with it. */
  SortedMap<String, String> measuredBinaries() {
    TreeMap<String, String> measured = new TreeMap<>();
    for (Candidate candidate : candidates) {
      TrialResult result = candidate.result();
      if (result != null && result.saysSomething() && !candidate.sharesResult()) {
        String binary = result.binarySha256();
        if (binary != null) {
          measured.putIfAbsent(binary, candidate.proposal().id());
        }
      }
    }
    return measured;
  }

  /** What measuring a candidate took on average, of those that took anything; zero before. */
  Duration meanCost() {
    double seconds =
        candidates.stream()
            .map(Candidate::result)
            .flatMap(Stream::ofNullable)
            .mapToDouble(result -> result.cost().seconds())
            .filter(cost -> cost > 0)
            .average()
            .orElse(0);
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** How many proposals and results there were. */
  long happened() {
    return candidates.size() + candidates.stream().filter(Candidate::wasTold).count();
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
