package dev.evolve.gates.compare;

import dev.evolve.results.Measurement;
import dev.evolve.results.ResultFile;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that no run was given twice, as a file or as copied, and perhaps permuted, values. */
final class DuplicateChecks {

  /** Two runs that agree in this many digits are not two runs. */
  private static final int DIGITS_OF_CHANCE = 12;

  private final LayoutProblems problems;

  DuplicateChecks(LayoutProblems problems) {
    this.problems = problems;
  }

  void files(List<ResultFile> files) {
    Map<String, String> seen = new HashMap<>();
    for (ResultFile file : files) {
      String before = seen.putIfAbsent(file.digest(), file.name());
      if (before != null) {
        problems.add(
            "duplicates",
            file.name() + " holds the same as " + before,
            "every run once",
            "give every file once; if they are different runs, their files were overwritten");
      }
    }
  }

  void turns(List<ArmTurn> turns) {
    Map<String, String> seen = new HashMap<>();
    for (ArmTurn turn : turns) {
      List<Measurement> measured =
          turn.turn().measurements().stream().filter(is -> !is.countable()).toList();
      if (digits(measured) < DIGITS_OF_CHANCE) {
        continue;
      }
      String before = seen.putIfAbsent(values(measured), turn.turn().place());
      if (before != null) {
        problems.add(
            "duplicates",
            turn.turn().place() + " has the very values of " + before,
            "every run once",
            "two runs never agree in every digit; measure each run anew");
      }
    }
  }

  /** Digits in the different values. */
  private static int digits(List<Measurement> measured) {
    return measured.stream()
        .flatMapToDouble(Measurement::values)
        .filter(Double::isFinite)
        .distinct()
        .mapToInt(value -> new BigDecimal(Double.toString(value)).stripTrailingZeros().precision())
        .sum();
  }

  private static String values(List<Measurement> measured) {
    return measured.stream()
        .map(
            is ->
                is.benchmark()
                    + '\0'
                    + is.metric()
                    + is.values()
                        .sorted()
                        .mapToObj(Double::toString)
                        .collect(Collectors.joining(" ", "\0", "")))
        .sorted()
        .collect(Collectors.joining("\0"));
  }
}
