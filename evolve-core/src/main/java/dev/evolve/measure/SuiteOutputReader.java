package dev.evolve.measure;

import dev.evolve.pack.Metric;
import dev.evolve.pack.Suite;
import dev.evolve.results.Direction;
import dev.evolve.results.Measurement;
import dev.evolve.results.ResultFile;
import dev.evolve.results.ResultReaders;
import dev.evolve.results.ResultSource;
import dev.evolve.results.Turn;
import dev.evolve.results.UnreadableResultException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads what a bench prints in the format of an existing suite, and picks the pack's metrics from
 * it. A metric's value is the median of the suite's iterations, in the unit that the pack declares.
 */
final class SuiteOutputReader {

  private static final int MOST_NAMES = 5;
  private static final int LONGEST = 300;

  private final List<Metric> declared;
  private final Suite suite;

  SuiteOutputReader(List<Metric> declared, Suite suite) {
    this.declared = List.copyOf(declared);
    this.suite = suite;
  }

  BenchOutput read(String standardOutput) {
    try {
      ResultFile file =
          ResultReaders.read(
              ResultSource.of("what the bench printed", standardOutput), suite.format());
      return picked(file);
    } catch (UnreadableResultException e) {
      return problem(Printable.of(String.valueOf(e.getMessage()), LONGEST), standardOutput);
    }
  }

  private static BenchOutput problem(String problem, String printed) {
    return new BenchOutput(
        new TreeMap<>(), new TreeMap<>(), problem, Printable.endOf(printed, LONGEST));
  }

  private BenchOutput picked(ResultFile file) {
    if (file.turns().size() != 1) {
      return problem("one invocation of the suite was wanted, found " + file.turns().size(), "");
    }
    Turn turn = file.turns().getFirst();
    List<String> problems = new ArrayList<>(turn.failures());
    TreeMap<String, MetricValue> found = new TreeMap<>();
    for (Metric metric : declared) {
      pick(turn, metric, found).ifPresent(problems::add);
    }
    return new BenchOutput(
        found,
        new TreeMap<>(),
        problems.isEmpty() ? "" : Printable.of(problems.getFirst(), LONGEST),
        String.join("\n", file.notes()));
  }

  /** What is wrong with a metric; its value goes to {@code found} if nothing is. */
  private Optional<String> pick(Turn turn, Metric metric, TreeMap<String, MetricValue> found) {
    List<Measurement> matching =
        turn.measurements().stream().filter(is -> isMeant(is, metric)).toList();
    if (matching.size() != 1) {
      return Optional.of(notOne(turn, metric, matching.size()));
    }
    Measurement measured = matching.getFirst();
    OptionalDouble value = measured.valueIn(metric.unit());
    if (value.isEmpty()) {
      return Optional.of(
          "metric %s is in %s, which the pack's %s does not convert to"
              .formatted(metric.name(), measured.unit(), metric.unit()));
    }
    boolean isTurned =
        measured.direction() != Direction.UNKNOWN
            && !measured.direction().name().equals(metric.direction().name());
    if (isTurned) {
      return Optional.of(
          "metric %s is better %s by the suite, %s by the pack"
              .formatted(metric.name(), measured.direction(), metric.direction()));
    }
    found.put(metric.name(), new MetricValue(value.getAsDouble(), metric.unit()));
    return Optional.empty();
  }

  private boolean isMeant(Measurement is, Metric metric) {
    return suite
        .source(metric.name())
        .map(source -> source.equals(name(is)))
        .orElse(is.metric().equals(metric.name()));
  }

  private static String name(Measurement is) {
    return is.benchmark() + "/" + is.metric();
  }

  private String notOne(Turn turn, Metric metric, int matching) {
    String there =
        turn.measurements().stream()
            .map(SuiteOutputReader::name)
            .limit(MOST_NAMES)
            .collect(Collectors.joining(", "));
    return "metric %s is %s; name one of the suite's under bench.metrics, such as %s"
        .formatted(
            metric.name(), matching == 0 ? "missing" : "there " + matching + " times", there);
  }
}
