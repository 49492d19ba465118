package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.gates.DegenerateCase.Values;
import dev.evolve.app.bench.gates.rivals.TwoSampleRule;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of degenerate inputs: how many pass, here and by rules that take the numbers as they
 * come, and how many verdicts a change of unit alters.
 */
final class DegenerateSection implements GatesSection {

  private static final Map<String, Double> UNITS = Map.of("us", 1e-3, "ms", 1e-6, "s", 1e-9);
  private static final List<Double> EFFECTS = List.of(0.9, 1.0, 1.01, 1.015, 1.02, 1.1);

  @Override
  public String title() {
    return "degenerate inputs";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    List<DegenerateCase> cases = DegenerateTable.cases();
    long passes = cases.stream().filter(DegenerateSection::passes).count();
    List<BenchResult> rows = new ArrayList<>();
    rows.add(row(setting, "degenerate inputs that pass", passes, cases.size()));
    rows.addAll(beside(setting, cases, true, "spoilt numbers that pass"));
    rows.addAll(beside(setting, cases, false, "numbers of a spoilt layout that pass"));
    rows.add(
        row(
            setting,
            "verdicts altered by a change of unit",
            altered(),
            EFFECTS.size() * UNITS.size()));
    return rows;
  }

  /** Beside the rules that see nothing but the numbers. */
  private static List<BenchResult> beside(
      BenchSetting setting, List<DegenerateCase> cases, boolean isSpoilt, String metric) {
    List<DegenerateCase> seen =
        cases.stream()
            .filter(is -> is.values() != null && is.values().isSpoilt() == isSpoilt)
            .toList();
    long passes = seen.stream().filter(DegenerateSection::passes).count();
    BenchResult ours = row(setting, metric, passes, seen.size());
    return TwoSampleRule.all().stream()
        .map(rule -> setting.against(ours, rule.name(), passes(rule, seen)))
        .toList();
  }

  private static BenchResult row(BenchSetting setting, String metric, long found, int of) {
    return setting.result(
        GatesBench.NAME, metric, found, found, found, "of " + of, "0", found == 0, of);
  }

  static boolean passes(DegenerateCase is) {
    return is.verdict().filter(verdict -> verdict == Verdict.PASS).isPresent();
  }

  /** A rule that fails on its input does not pass it. */
  private static long passes(TwoSampleRule rule, List<DegenerateCase> cases) {
    return cases.stream()
        .flatMap(is -> Optional.ofNullable(is.values()).stream())
        .filter(values -> passes(rule, values))
        .count();
  }

  private static boolean passes(TwoSampleRule rule, Values seen) {
    try {
      return rule.judge(
              DegenerateTable.array(seen.baseline()), DegenerateTable.array(seen.candidate()))
          != TwoSampleRule.Answer.REGRESSED;
    } catch (RuntimeException refused) {
      return false;
    }
  }

  static long altered() {
    long altered = 0;
    for (double effect : EFFECTS) {
      Optional<Verdict> plain = DegenerateTable.inUnit(effect, 1, "ns").verdict();
      altered +=
          UNITS.entrySet().stream()
              .filter(
                  unit ->
                      !DegenerateTable.inUnit(effect, unit.getValue(), unit.getKey())
                          .verdict()
                          .equals(plain))
              .count();
    }
    return altered;
  }
}
