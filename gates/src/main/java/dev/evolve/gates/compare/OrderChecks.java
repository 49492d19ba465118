package dev.evolve.gates.compare;

import dev.evolve.measure.Arm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks that the runs of both arms took turns, close to each other. */
final class OrderChecks {

  private static final String HOW =
      "run both builds by turns, A B B A or B A A B drawn anew each time, each run a process of its"
          + " own";
  private static final int MOST_PAIRS = 500;
  private static final int LONGEST_ORDER = 100;

  private final LayoutProblems problems;
  private final CompareOptions options;
  private final int fewestPairs;

  OrderChecks(LayoutProblems problems, CompareOptions options, int fewestPairs) {
    this.problems = problems;
    this.options = options;
    this.fewestPairs = fewestPairs;
  }

  /** Counts the runs of each arm. */
  void count(List<ArmTurn> turns) {
    long baseline = turns.stream().filter(turn -> turn.arm() == Arm.BASELINE).count();
    long candidate = turns.size() - baseline;
    String observed = baseline + " of the baseline, " + candidate + " of the candidate";
    if (baseline == 1 || candidate == 1) {
      problems.add(
          "runs",
          observed,
          "at least " + fewestPairs + " of each",
          "iterations, repetitions and forks of one invocation share its luck; " + HOW);
    } else if (baseline < fewestPairs || candidate < fewestPairs) {
      problems.add(
          "runs",
          observed,
          "at least " + fewestPairs + " of each",
          "fewer pairs cannot reach the confidence whatever they show; " + HOW);
    }
    if (baseline > MOST_PAIRS || candidate > MOST_PAIRS) {
      problems.add("runs", observed, "at most " + MOST_PAIRS + " of each", "give fewer files");
    }
  }

  /** Checks that two and two runs are a pair, and that either arm went first. */
  void order(RunOrder order) {
    if (!order.problem().isEmpty()) {
      problems.add(
          "order",
          order.problem(),
          "who ran when",
          "say it with --order, such as --order ABBA..., number the file names, or use a format with"
              + " time stamps");
      return;
    }
    List<ArmTurn> turns = order.turns();
    String letters = order.letters();
    if (letters.matches("A+B+|B+A+") && letters.length() > 2) {
      problems.add(
          "order",
          shortened(letters),
          "runs of both arms by turns",
          "whatever changed on the machine in between would count for the code; " + HOW);
    } else if (!isPairs(letters)) {
      problems.add(
          "order",
          shortened(letters),
          "each two runs one of each arm",
          "leave out no run of a pair; " + HOW);
    } else if (letters.length() > 2 && letters.matches("(AB)+|(BA)+")) {
      problems.add(
          "order",
          shortened(letters),
          "either arm first",
          "whatever the first run does to the machine would count for one arm only; " + HOW);
    }
    gaps(turns);
  }

  /** A loop, for an alternation in a pattern would need a stack frame for each pair. */
  private static boolean isPairs(String letters) {
    for (int i = 0; i + 1 < letters.length(); i += 2) {
      if (letters.charAt(i) == letters.charAt(i + 1)) {
        return false;
      }
    }
    return letters.length() % 2 == 0 && !letters.isEmpty();
  }

  private static String shortened(String letters) {
    return letters.length() <= LONGEST_ORDER ? letters : letters.substring(0, LONGEST_ORDER) + "…";
  }

  private void gaps(List<ArmTurn> turns) {
    for (int i = 1; i < turns.size(); i++) {
      Instant before = turns.get(i - 1).turn().time();
      Instant now = turns.get(i).turn().time();
      if (before == null || now == null) {
        continue;
      }
      Duration gap = Duration.between(before, now);
      if (gap.compareTo(options.session()) > 0) {
        problems.add(
            "session",
            "%s ran %s after %s"
                .formatted(
                    turns.get(i).turn().place(), shown(gap), turns.get(i - 1).turn().place()),
            "at most " + shown(options.session()) + " from one run to the next",
            "a machine is another one on another day; run both builds again, side by side");
        return;
      }
    }
  }

  private static String shown(Duration duration) {
    return duration.toHours() >= 48
        ? duration.toDays() + " days"
        : duration.toMinutes() >= 120
            ? duration.toHours() + " hours"
            : duration.toSeconds() >= 120
                ? duration.toMinutes() + " minutes"
                : duration.toSeconds() + " seconds";
  }
}
