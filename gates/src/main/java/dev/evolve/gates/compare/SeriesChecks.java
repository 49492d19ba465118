package dev.evolve.gates.compare;

import dev.evolve.measure.Arm;
import dev.evolve.results.Direction;
import dev.evolve.results.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts the measurements of all turns together by benchmark and metric, and checks that each is in
 * every turn, in one unit, with values that a ratio can be taken of.
 */
final class SeriesChecks {

  private final LayoutProblems problems;
  private final CompareOptions options;
  private final List<String> notes = new ArrayList<>();

  SeriesChecks(LayoutProblems problems, CompareOptions options) {
    this.problems = problems;
    this.options = options;
  }

  /** What was left out, each in a sentence. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** The metrics to judge; what is wrong with them goes to the problems. */
  List<Series> check(List<ArmTurn> turns) {
    Map<List<String>, List<Measurement>> found = new LinkedHashMap<>();
    Map<List<String>, List<ArmTurn>> where = new LinkedHashMap<>();
    for (ArmTurn turn : turns) {
      turn.turn().failures().forEach(failure -> failed(turn, failure));
      for (Measurement is : turn.turn().measurements()) {
        List<String> key = List.of(is.benchmark(), is.metric());
        found.computeIfAbsent(key, name -> new ArrayList<>()).add(directed(is));
        where.computeIfAbsent(key, name -> new ArrayList<>()).add(turn);
      }
    }
    List<Series> all = new ArrayList<>();
    found.forEach(
        (key, measured) -> {
          if (isWanted(measured.getFirst())) {
            series(key, measured, where.getOrDefault(key, List.of()), turns, all);
          }
        });
    declared(all);
    return all;
  }

  private void failed(ArmTurn turn, String failure) {
    problems.add(
        "failed run",
        turn.turn().place() + ": " + failure,
        "every benchmark of every run ends well",
        "what did not end well was not measured; mend it, or leave the benchmark out of both arms");
  }

  private Measurement directed(Measurement is) {
    return options.lower().contains(is.metric())
        ? is.better(Direction.LOWER)
        : options.higher().contains(is.metric()) ? is.better(Direction.HIGHER) : is;
  }

  private boolean isWanted(Measurement is) {
    boolean isNamed = options.metrics().contains(is.metric());
    if (!options.metrics().isEmpty() && !isNamed) {
      note(is, "is not one of the metrics that were asked for");
      return false;
    }
    if (is.direction() == Direction.UNKNOWN && !isNamed) {
      note(is, "says not which way is better; name it with --lower or --higher to have it judged");
      return false;
    }
    return true;
  }

  private void note(Measurement is, String why) {
    notes.add("not judged: " + is.benchmark() + " " + is.metric() + ", which " + why);
  }

  private void series(
      List<String> key,
      List<Measurement> measured,
      List<ArmTurn> where,
      List<ArmTurn> turns,
      List<Series> all) {
    String name = String.join(" ", key);
    Measurement first = measured.getFirst();
    if (where.size() < turns.size()) {
      missing(name, where, turns);
      return;
    }
    Set<String> units = new LinkedHashSet<>();
    measured.forEach(is -> units.add(is.unit() + ", " + is.direction()));
    if (units.size() > 1) {
      problems.add(
          name,
          "units " + String.join(" and ", units),
          "one unit",
          "units of different kinds do not convert; have both arms print the same");
    } else if (first.direction() == Direction.UNKNOWN) {
      problems.add(
          name, "in " + first.unit(), "which way is better", "name it with --lower or --higher");
    } else if (values(name, measured, where)) {
      all.add(
          new Series(
              first.benchmark(),
              first.metric(),
              first.unit(),
              first.direction(),
              first.countable(),
              measured.stream().map(TurnValue::of).toList()));
      String unsteady = TurnValue.unsteady(name, measured);
      if (!unsteady.isEmpty()) {
        notes.add(unsteady);
      }
    }
  }

  private void missing(String name, List<ArmTurn> where, List<ArmTurn> turns) {
    boolean isOneSided = where.stream().map(ArmTurn::arm).distinct().count() == 1;
    Set<ArmTurn> with = Collections.newSetFromMap(new IdentityHashMap<>());
    with.addAll(where);
    ArmTurn without = turns.stream().filter(turn -> !with.contains(turn)).findFirst().orElseThrow();
    String observed =
        isOneSided
            ? "only in the runs of the "
                + (where.getFirst().arm() == Arm.BASELINE ? "baseline" : "candidate")
            : "not in " + without.turn().place();
    problems.add(
        name,
        observed,
        "in every run of both arms",
        "what is missing on one side is never a pass; run the same benchmarks under the same names"
            + " (hyperfine: name them with -n)");
  }

  private boolean values(String name, List<Measurement> measured, List<ArmTurn> where) {
    for (int i = 0; i < measured.size(); i++) {
      boolean mayBeZero = measured.get(i).countable();
      double[] bad =
          measured
              .get(i)
              .values()
              .filter(v -> !Double.isFinite(v) || v < 0 || (v == 0 && !mayBeZero))
              .toArray();
      if (bad.length > 0) {
        problems.add(
            name,
            bad[0] + " " + measured.get(i).unit() + " in " + where.get(i).turn().place(),
            "finite values above zero",
            "a ratio of such values means nothing; have the benchmark measure, or leave it out of"
                + " both arms");
        return false;
      }
    }
    return true;
  }

  private void declared(List<Series> all) {
    Set<String> named = new TreeSet<>(options.metrics());
    named.addAll(options.lower());
    named.addAll(options.higher());
    all.forEach(series -> named.remove(series.metric()));
    if (!named.isEmpty() && problems.isEmpty()) {
      problems.add(
          "metrics",
          "none named " + String.join(", ", named),
          "every metric that was asked for",
          "the metrics of the files are named in this report's notes");
    }
    if (all.isEmpty() && problems.isEmpty()) {
      problems.add(
          "metrics",
          "none that can be judged",
          "at least one",
          "name the metrics of which less is better with --lower, the others with --higher");
    }
  }
}
