package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Histories of one value per commit of a program that did not change: seven of the twenty-five runs
 * of each recorded day stand for seven commits; the eighteen others are what a confirmation can run
 * on that day.
 */
final class GoHistories {

  static final int COMMITS_A_DAY = 7;
  private static final int RUNS_A_DAY = 25;
  private static final int DAYS = 20;
  private static final String FILE = "go-bench/go-bench.csv.gz";
  private static final String UNCHANGED = "Go1.17";

  private GoHistories() {}

  /**
   * A history.
   *
   * @param benchmark what was run
   * @param commits time of each commit, oldest first
   * @param spare for each day the runs that stand for no commit, in the order they were made
   */
  record History(String benchmark, double[] commits, List<double[]> spare) {}

  /** Some histories, drawn by chance. */
  static List<History> draw(GatesData data, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<History> all = new ArrayList<>();
    read(data).forEach((name, days) -> all.add(history(name, days, random)));
    List<History> drawn = new ArrayList<>();
    while (drawn.size() < count && !all.isEmpty()) {
      drawn.add(all.remove(random.nextInt(all.size())));
    }
    return drawn;
  }

  private static Map<String, List<double[]>> read(GatesData data) {
    Map<String, Map<String, List<Run>>> runs = new TreeMap<>();
    data.lines(FILE).stream()
        .skip(1)
        .map(Run::of)
        .filter(run -> run.toolchain().equals(UNCHANGED))
        .forEach(
            run ->
                runs.computeIfAbsent(run.benchmark(), name -> new TreeMap<>())
                    .computeIfAbsent(run.day(), day -> new ArrayList<>())
                    .add(run));
    Map<String, List<double[]>> usable = new TreeMap<>();
    runs.forEach(
        (name, days) -> {
          List<double[]> full =
              days.values().stream()
                  .filter(day -> day.size() >= RUNS_A_DAY)
                  .map(GoHistories::inOrder)
                  .toList();
          if (full.size() >= DAYS) {
            usable.put(name, full);
          }
        });
    return usable;
  }

  private static double[] inOrder(List<Run> day) {
    return day.stream()
        .sorted(Comparator.comparingInt(Run::number))
        .limit(RUNS_A_DAY)
        .mapToDouble(Run::nanoseconds)
        .toArray();
  }

  private static History history(String name, List<double[]> days, SplittableRandom random) {
    double[] commits = new double[days.size() * COMMITS_A_DAY];
    List<double[]> spare = new ArrayList<>();
    for (int day = 0; day < days.size(); day++) {
      double[] runs = days.get(day);
      boolean[] isCommit = chosen(random);
      double[] taken = where(runs, isCommit, true);
      System.arraycopy(taken, 0, commits, day * COMMITS_A_DAY, COMMITS_A_DAY);
      spare.add(where(runs, isCommit, false));
    }
    return new History(name, commits, spare);
  }

  private static boolean[] chosen(SplittableRandom random) {
    boolean[] isChosen = new boolean[RUNS_A_DAY];
    for (int left = COMMITS_A_DAY; left > 0; ) {
      int run = random.nextInt(RUNS_A_DAY);
      left -= isChosen[run] ? 0 : 1;
      isChosen[run] = true;
    }
    return isChosen;
  }

  private static double[] where(double[] runs, boolean[] isCommit, boolean wanted) {
    return IntStream.range(0, runs.length)
        .filter(i -> isCommit[i] == wanted)
        .mapToDouble(i -> runs[i])
        .toArray();
  }

  /** The history with a step from a commit on. */
  static double[] withStep(double[] commits, int from, double relative) {
    double[] stepped = commits.clone();
    Arrays.setAll(stepped, i -> i < from ? commits[i] : commits[i] * (1 + relative));
    return stepped;
  }

  /** A recorded run; names of benchmarks may have commas. */
  private record Run(
      String day, String toolchain, String benchmark, int number, double nanoseconds) {

    static Run of(String row) {
      int day = row.indexOf(',');
      int toolchain = row.indexOf(',', day + 1);
      int value = row.lastIndexOf(',');
      int number = row.lastIndexOf(',', value - 1);
      return new Run(
          row.substring(0, day),
          row.substring(day + 1, toolchain),
          row.substring(toolchain + 1, number),
          Integer.parseInt(row.substring(number + 1, value)),
          Double.parseDouble(row.substring(value + 1)));
    }
  }
}
