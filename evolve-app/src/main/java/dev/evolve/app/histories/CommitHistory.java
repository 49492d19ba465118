package dev.evolve.app.histories;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Measurements of one metric, commit after commit, oldest first. Never empty; every value is
 * finite, no commit is there twice, and commits that are numbers or dates rise.
 *
 * @param commits the commits
 */
public record CommitHistory(List<Commit> commits) {

  /** Most commits of a history. */
  public static final int MOST_COMMITS = 20_000;

  private static final int MOST_RUNS = 1_000;
  private static final int LONGEST_NAME = 200;

  public CommitHistory {
    if (commits.isEmpty()) {
      throw refused("there are no commits; give a line commit,value[,value...] for each");
    }
    if (commits.size() > MOST_COMMITS) {
      throw refused(
          "wanted at most "
              + MOST_COMMITS
              + " commits, found "
              + commits.size()
              + "; leave the oldest out");
    }
    commits = List.copyOf(commits);
    commits.forEach(CommitHistory::check);
    checkNames(commits);
  }

  /**
   * A commit.
   *
   * @param commit its name: a hash, a number, a date
   * @param values one or several runs of it
   */
  public record Commit(String commit, List<Double> values) {

    public Commit {
      values = List.copyOf(values);
    }

    double median() {
      double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
  }

  /** The median of each commit. */
  double[] medians() {
    return commits.stream().mapToDouble(Commit::median).toArray();
  }

  String name(long index) {
    return commits.get((int) index).commit();
  }

  int size() {
    return commits.size();
  }

  static EvolveException refused(String why) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, "the history cannot be judged: " + why);
  }

  private static void check(Commit commit) {
    if (commit.commit().isBlank() || commit.commit().length() > LONGEST_NAME) {
      throw refused(
          "wanted a name of 1 to "
              + LONGEST_NAME
              + " characters for each commit, found '"
              + commit.commit()
              + "'");
    }
    if (commit.values().isEmpty() || commit.values().size() > MOST_RUNS) {
      throw refused(
          "wanted 1 to "
              + MOST_RUNS
              + " values of commit "
              + commit.commit()
              + ", found "
              + commit.values().size());
    }
    commit.values().stream()
        .filter(value -> !Double.isFinite(value))
        .findFirst()
        .ifPresent(
            value -> {
              throw refused(
                  "wanted finite values, found "
                      + value
                      + " for commit "
                      + commit.commit()
                      + "; measure it again or leave it out");
            });
  }

  private static void checkNames(List<Commit> commits) {
    Set<String> seen = new HashSet<>();
    for (Commit commit : commits) {
      if (!seen.add(commit.commit())) {
        throw refused(
            "commit " + commit.commit() + " is there twice; put all its runs in one line");
      }
    }
    List<String> names = commits.stream().map(Commit::commit).toList();
    checkOrder(names, CommitHistory::number);
    checkOrder(names, CommitHistory::time);
  }

  /** Names that tell an order must be in it; others are taken as they come. */
  private static void checkOrder(List<String> names, Function<String, OptionalLong> order) {
    List<OptionalLong> places = names.stream().map(order).toList();
    if (places.stream().anyMatch(OptionalLong::isEmpty)) {
      return;
    }
    firstFall(places.stream().mapToLong(OptionalLong::getAsLong).toArray())
        .ifPresent(
            i -> {
              throw refused(
                  "wanted the oldest commit first, found "
                      + names.get(i)
                      + " after "
                      + names.get(i - 1)
                      + "; sort the lines");
            });
  }

  private static OptionalInt firstFall(long[] places) {
    for (int i = 1; i < places.length; i++) {
      if (places[i] < places[i - 1]) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalLong number(String name) {
    boolean isNumber = name.length() <= 18 && name.chars().allMatch(c -> c >= '0' && c <= '9');
    return isNumber ? OptionalLong.of(Long.parseLong(name)) : OptionalLong.empty();
  }

  private static OptionalLong time(String name) {
    if (name.length() < 10 || name.charAt(4) != '-') {
      return OptionalLong.empty();
    }
    try {
      Instant time =
          name.length() == 10
              ? LocalDate.parse(name).atStartOfDay(ZoneOffset.UTC).toInstant()
              : Instant.parse(name);
      return OptionalLong.of(time.toEpochMilli());
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }
}
