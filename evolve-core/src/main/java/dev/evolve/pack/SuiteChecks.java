package dev.evolve.pack;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What must hold of the metrics that a pack takes from an existing suite. */
final class SuiteChecks {

  private static final Pattern SOURCE = Pattern.compile("[^/].*/.*[^/]");

  private final PackBinder binder;
  private final BiConsumer<String, String> report;

  /**
   * @param report takes a field and what is wrong with it
   */
  SuiteChecks(PackBinder binder, BiConsumer<String, String> report) {
    this.binder = binder;
    this.report = report;
  }

  void run() {
    List<String> declared = binder.metrics().stream().map(Metric::name).sorted().toList();
    for (Map.Entry<String, JsonNode> entry : binder.suiteMetrics()) {
      String field = FieldPath.child("bench.metrics", entry.getKey());
      if (binder.bench().suite() == null) {
        report.accept(field, "is for a suite's format; bench.format was wanted beside it");
      } else if (!declared.contains(entry.getKey())) {
        report.accept(field, "is no metric of this pack; one of " + String.join(", ", declared));
      } else if (!SOURCE.matcher(entry.getValue().asString("")).matches()) {
        report.accept(field, "BENCHMARK/METRIC of the suite was wanted");
      }
    }
  }
}
