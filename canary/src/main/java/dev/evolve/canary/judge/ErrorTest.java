package dev.evolve.canary.judge;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/**
 * Whether the candidate fails more often than the baseline and than is tolerated: Fisher's exact
 * test within each stratum, and, where some failures beyond the baseline's are tolerated, an exact
 * binomial test against that many.
 */
final class ErrorTest {

  /** Requests and failures of both arms under one traffic split. */
  record Counts(long baseline, long baselineErrors, long candidate, long candidateErrors) {}

  private final List<Counts> strata;

  ErrorTest(List<Counts> strata) {
    this.strata = List.copyOf(strata);
  }

  long candidateErrors() {
    return strata.stream().mapToLong(Counts::candidateErrors).sum();
  }

  long candidateRequests() {
    return strata.stream().mapToLong(Counts::candidate).sum();
  }

  long baselineErrors() {
    return strata.stream().mapToLong(Counts::baselineErrors).sum();
  }

  long baselineRequests() {
    return strata.stream().mapToLong(Counts::baseline).sum();
  }

  /** Share of the candidate's requests that failed beyond the baseline's share; may be negative. */
  double excess() {
    return rate(candidateErrors(), candidateRequests())
        - rate(baselineErrors(), baselineRequests());
  }

  private static double rate(long errors, long requests) {
    return requests == 0 ? 0 : (double) errors / requests;
  }

  /** Chance of so many failures if the candidate fails no more often than tolerated. */
  double probabilityIfTolerable(double tolerated) {
    return Math.max(fisher(), binomial(tolerated));
  }

  private double fisher() {
    List<HypergeometricSum.Part> parts = new ArrayList<>();
    for (Counts counts : strata) {
      parts.add(
          new HypergeometricSum.Part(
              Math.toIntExact(counts.baseline() + counts.candidate()),
              Math.toIntExact(counts.candidate()),
              Math.toIntExact(counts.baselineErrors() + counts.candidateErrors())));
    }
    return new HypergeometricSum(parts).atLeast(Math.toIntExact(candidateErrors()));
  }

  private double binomial(double tolerated) {
    int errors = Math.toIntExact(candidateErrors());
    double rate = Math.min(1, tolerated + rate(baselineErrors(), baselineRequests()));
    int requests = Math.toIntExact(candidateRequests());
    return errors == 0
        ? 1
        : 1 - new BinomialDistribution(requests, rate).cumulativeProbability(errors - 1);
  }
}
