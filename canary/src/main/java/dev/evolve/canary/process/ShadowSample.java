package dev.evolve.canary.process;

import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.http.HttpResponse;
import dev.evolve.canary.parity.AnswerParity;
import dev.evolve.canary.splitter.WeightedSplitter;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.Arm;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Answers that the candidate gave in a stage, to be held against the baseline's afterwards, so that
 * the comparison takes no processor time from what is being timed. Thread-safe.
 */
final class ShadowSample {

  private static final int MAXIMUM_BODY_BYTES = 1024 * 1024;

  private final long seed;
  private final double share;
  private final int limit;
  private final TreeMap<Long, Answer> answers = new TreeMap<>();

  private record Answer(HttpRequest request, HttpResponse response) {}

  ShadowSample(long seed, double share, int limit) {
    this.seed = seed;
    this.share = share;
    this.limit = limit;
  }

  /** Keeps an answer if it is the candidate's, whole, and drawn. */
  void maybeKeep(HttpRequest request, HttpResponse response) {
    String number = response.head().first(WeightedSplitter.NUMBER_HEADER);
    String arm = response.head().first(WeightedSplitter.ARM_HEADER);
    if (number == null || !Arm.CANDIDATE.name().equals(arm) || response.status() >= 500) {
      return;
    }
    keep(Long.parseLong(number), new Answer(request, response));
  }

  private synchronized void keep(long number, Answer answer) {
    boolean drawn = new SplittableRandom(seed ^ Long.reverse(number)).nextDouble() < share;
    boolean small = answer.response().body().length <= MAXIMUM_BODY_BYTES;
    if (answers.isEmpty() || (drawn && answers.size() < limit && small)) {
      answers.put(number, answer);
    }
  }

  /**
   * Sends the same requests to the baseline.
   *
   * @return numbers of the requests to which the candidate's answer was another
   * @throws EvolveException if the baseline answers none of them
   */
  synchronized Set<Long> mismatches(HttpPool baseline, AnswerParity parity, Duration timeout) {
    Set<Long> mismatches = new TreeSet<>();
    int compared = 0;
    for (Map.Entry<Long, Answer> entry : answers.entrySet()) {
      Answer answer = entry.getValue();
      try {
        HttpResponse wanted = baseline.send(answer.request(), timeout);
        if (wanted.status() < 500) {
          compared++;
          if (!parity.agree(wanted, answer.response())) {
            mismatches.add(entry.getKey());
          }
        }
      } catch (IOException ignored) {
        // Counted as not compared, below.
      }
    }
    if (compared == 0 && !answers.isEmpty()) {
      throw new EvolveException(
          ErrorCode.SERVICE_FAILED,
          "the baseline answered none of %d requests that the candidate's answers were to be held against"
              .formatted(answers.size()));
    }
    return mismatches;
  }
}
