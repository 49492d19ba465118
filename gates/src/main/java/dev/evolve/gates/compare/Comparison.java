package dev.evolve.gates.compare;

import dev.evolve.measure.Arm;
import dev.evolve.results.Direction;
import dev.evolve.results.ResultFile;
import dev.evolve.results.Turn;
import dev.evolve.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares the runs of a baseline and a candidate. First the layout is checked, for without one
 * that can carry a verdict no statistics help; then every benchmark and metric is judged.
 */
public final class Comparison {

  private static final int MOST_TOLD = 50;

  private final CompareOptions options;
  private final EffectJudge judge;

  /** By the options' floor and confidence. */
  public Comparison(CompareOptions options) {
    this(options, new HolmJudge(options.confidence()));
  }

  /** By another judge of the effects. */
  public Comparison(CompareOptions options, EffectJudge judge) {
    this.options = options;
    this.judge = judge;
  }

  /** Compares the files of both arms. */
  public GateReport of(List<ResultFile> baseline, List<ResultFile> candidate) {
    LayoutProblems problems = new LayoutProblems();
    List<ResultFile> files = new ArrayList<>(baseline);
    files.addAll(candidate);
    List<ArmTurn> given = new ArrayList<>(turns(baseline, Arm.BASELINE));
    given.addAll(turns(candidate, Arm.CANDIDATE));
    OrderChecks orders = new OrderChecks(problems, options, judge.fewestPairs());
    new DuplicateChecks(problems).files(files);
    new DuplicateChecks(problems).turns(given);
    orders.count(given);
    RunOrder order = RunOrder.of(given, options);
    orders.order(order);
    List<String> notes = new ArrayList<>(new SurroundingsChecks(problems).check(given));
    SeriesChecks checks = new SeriesChecks(problems, options);
    List<Series> series = checks.check(order.turns().isEmpty() ? given : order.turns());
    notes.addAll(checks.notes());
    notes.addAll(notesOf(files));
    List<ComparedMetric> metrics = problems.isEmpty() ? judged(series, order, problems) : List.of();
    notes.addAll(shapes(series, metrics, order));
    return report(problems, metrics, claims(order, given), order, notes);
  }

  /** Of what was timed and did not pass: why it is as it is. */
  private static List<String> shapes(
      List<Series> all, List<ComparedMetric> metrics, RunOrder order) {
    Set<String> told =
        metrics.stream()
            .filter(metric -> metric.verdict() != Verdict.PASS && metric.pValue() != null)
            .limit(MOST_TOLD)
            .map(ComparedMetric::name)
            .collect(Collectors.toSet());
    return all.stream()
        .filter(series -> told.contains(series.name()))
        .flatMap(series -> SeriesShapes.notes(series, order).stream())
        .toList();
  }

  /** What the files hold and is not used; what several say alike is said once. */
  private static List<String> notesOf(List<ResultFile> files) {
    Map<String, List<String>> said = new TreeMap<>();
    for (ResultFile file : files) {
      for (String note : file.notes()) {
        said.computeIfAbsent(note, text -> new ArrayList<>()).add(file.name());
      }
    }
    List<String> notes = new ArrayList<>();
    said.forEach(
        (note, names) ->
            notes.add(
                "not used: %s (%s)"
                    .formatted(
                        note, names.size() == 1 ? names.getFirst() : names.size() + " files")));
    return notes;
  }

  private static List<ArmTurn> turns(List<ResultFile> files, Arm arm) {
    List<ArmTurn> turns = new ArrayList<>();
    for (ResultFile file : files) {
      for (Turn turn : file.turns()) {
        turns.add(new ArmTurn(arm, file.name(), file.turns().size(), turn));
      }
    }
    return turns;
  }

  private List<String> claims(RunOrder order, List<ArmTurn> turns) {
    if (options.isWitnessed()) {
      return List.of();
    }
    List<String> claims = new ArrayList<>();
    if (!order.claim().isEmpty()) {
      claims.add(order.claim());
    }
    if (turns.stream().anyMatch(turn -> turn.turn().surroundings().machine().isEmpty())) {
      claims.add("all runs were made on one machine; the files do not show it");
    }
    if (turns.stream().anyMatch(turn -> turn.turn().timeIfAny().isEmpty())) {
      claims.add("all runs were made in one session; the files do not show it");
    }
    return claims;
  }

  private List<ComparedMetric> judged(List<Series> all, RunOrder order, LayoutProblems problems) {
    List<ComparedMetric> counted = new ArrayList<>();
    List<Series> measured = new ArrayList<>();
    for (Series series : all) {
      Optional<ComparedMetric> answer =
          CountedRule.judge(
              series,
              values(series, order, Arm.BASELINE),
              values(series, order, Arm.CANDIDATE),
              options.floor());
      answer.ifPresentOrElse(counted::add, () -> measured.add(series));
    }
    measured.forEach(series -> variation(series, order, problems));
    if (!problems.isEmpty()) {
      return List.of();
    }
    counted.addAll(judged(measured, order));
    counted.sort(
        Comparator.comparing((ComparedMetric metric) -> rank(metric.verdict()))
            .thenComparing(
                metric -> metric.worse() == null ? Double.POSITIVE_INFINITY : metric.worse(),
                Comparator.reverseOrder())
            .thenComparing(ComparedMetric::name));
    return counted;
  }

  /** What is timed and never varies was not timed. */
  private static void variation(Series series, RunOrder order, LayoutProblems problems) {
    for (Arm arm : Arm.values()) {
      List<Double> values = values(series, order, arm);
      boolean isConstant = !series.countable() && values.stream().distinct().count() == 1;
      boolean hasZero = values.contains(0.0);
      if (isConstant || hasZero) {
        problems.add(
            series.name(),
            hasZero
                ? "zero in some runs and not in others"
                : "%s %s in every run of an arm".formatted(values.getFirst(), series.unit()),
            hasZero ? "values above zero" : "values that vary as times do",
            hasZero
                ? "a ratio to zero has no end; count something that is always there"
                : "the clock is too coarse or nothing was measured; run longer or print more"
                    + " digits");
        return;
      }
    }
  }

  private static List<Double> values(Series series, RunOrder order, Arm arm) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < order.turns().size(); i++) {
      if (order.turns().get(i).arm() == arm) {
        values.add(series.values().get(i));
      }
    }
    return values;
  }

  private List<ComparedMetric> judged(List<Series> measured, RunOrder order) {
    List<EffectJudge.Pairs> family =
        measured.stream()
            .map(
                series -> {
                  List<Double> baseline = values(series, order, Arm.BASELINE);
                  List<Double> candidate = values(series, order, Arm.CANDIDATE);
                  boolean isLower = series.direction() == Direction.LOWER;
                  return new EffectJudge.Pairs(
                      series.name(),
                      isLower ? baseline : candidate,
                      isLower ? candidate : baseline,
                      options.floor());
                })
            .toList();
    List<EffectJudge.Judged> answers = judge.judge(family);
    List<ComparedMetric> metrics = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      metrics.add(
          MeasuredMetrics.of(
              measured.get(i),
              values(measured.get(i), order, Arm.BASELINE),
              values(measured.get(i), order, Arm.CANDIDATE),
              options.floor(),
              answers.get(i)));
    }
    return metrics;
  }

  private static int rank(Verdict verdict) {
    return switch (verdict) {
      case INVALID -> 0;
      case FAIL -> 1;
      case INCONCLUSIVE -> 2;
      case PASS -> 3;
    };
  }

  private GateReport report(
      LayoutProblems problems,
      List<ComparedMetric> metrics,
      List<String> claims,
      RunOrder order,
      List<String> notes) {
    Verdict verdict =
        !problems.isEmpty()
            ? Verdict.INVALID
            : metrics.stream()
                .map(ComparedMetric::verdict)
                .min(Comparator.comparingInt(Comparison::rank))
                .orElse(Verdict.INVALID);
    return new GateReport(
        verdict,
        Summaries.of(verdict, problems.all(), metrics),
        options.confidence(),
        options.floor(),
        order.letters(),
        claims,
        problems.all(),
        metrics,
        List.copyOf(new TreeSet<>(notes)));
  }
}
