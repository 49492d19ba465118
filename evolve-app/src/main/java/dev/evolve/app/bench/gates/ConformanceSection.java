package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.gates.compatible.CompatibleChange;
import dev.evolve.gates.compatible.KayentaClass;
import dev.evolve.gates.compatible.KayentaClassifier;
import dev.evolve.gates.compatible.KayentaClassifier.Measure;
import dev.evolve.gates.compatible.KayentaClassifier.Sizes;
import dev.evolve.gates.compatible.KayentaMetric;
import dev.evolve.gates.compatible.KayentaMetric.Direction;
import dev.evolve.gates.compatible.KayentaMetric.Missing;
import dev.evolve.gates.compatible.OtavaChangePoints;
import dev.evolve.gates.compatible.PerfherderAlerts;
import dev.evolve.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The compatible modes on the test cases of the projects that they are compatible with. */
final class ConformanceSection implements GatesSection {

  @Override
  public String title() {
    return "conformance";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, GatesData data) {
    return List.of(
        row(setting, "Kayenta's classifier, cases of its suite", kayenta(data)),
        row(setting, "Otava's change points, parameter sets of its test", otava(data)),
        row(setting, "Perfherder's alerts, series of its tests", perfherder(data)));
  }

  private static BenchResult row(BenchSetting setting, String metric, List<Boolean> cases) {
    long same = cases.stream().filter(isSame -> isSame).count();
    return setting.result(
        GatesBench.NAME,
        "conformance: " + metric + ", same answer",
        same,
        same,
        same,
        "of " + cases.size(),
        "all",
        same == cases.size(),
        cases.size());
  }

  private static List<Boolean> kayenta(GatesData data) {
    return json(data, "kayenta/classifier-cases.json")
        .get("cases")
        .valueStream()
        .map(ConformanceSection::isSameClass)
        .toList();
  }

  private static boolean isSameClass(JsonNode node) {
    KayentaClassifier classifier =
        new KayentaClassifier(
            node.get("tolerance").doubleValue(),
            node.get("confLevel").doubleValue(),
            node.get("measure").stringValue().equals("cles") ? Measure.CLES : Measure.MEAN_RATIO,
            sizes(node.get("effectSize")),
            sizes(node.get("criticalSize")));
    KayentaMetric metric =
        new KayentaMetric(
            Direction.valueOf(upper(node.get("direction"))),
            Missing.valueOf(upper(node.get("nan"))),
            node.get("critical").booleanValue(),
            false);
    KayentaClass found =
        classifier.classify(numbers(node.get("control")), numbers(node.get("experiment")), metric);
    JsonNode critical = node.get("expectedCritical");
    return found.label().name().equals(upper(node.get("expected")))
        && (critical.isNull() || critical.booleanValue() == found.critical());
  }

  private static Sizes sizes(JsonNode pair) {
    return new Sizes(pair.get(0).doubleValue(), pair.get(1).doubleValue());
  }

  private static String upper(JsonNode text) {
    return text.stringValue().toUpperCase(Locale.ROOT);
  }

  private static List<Boolean> otava(GatesData data) {
    JsonNode recorded = json(data, "otava/tigerbeetle.json");
    double[] series = numbers(recorded.get("series"));
    return recorded
        .get("expected")
        .valueStream()
        .map(
            set ->
                rule(set).of(series).stream()
                    .map(CompatibleChange::index)
                    .toList()
                    .equals(set.get("changePoints").valueStream().map(JsonNode::intValue).toList()))
        .toList();
  }

  private static OtavaChangePoints rule(JsonNode set) {
    return new OtavaChangePoints(
        set.get("window").intValue(),
        set.get("maxPvalue").doubleValue(),
        set.get("minMagnitude").doubleValue());
  }

  private static List<Boolean> perfherder(GatesData data) {
    Map<String, List<Push>> pushes =
        data.lines("mozilla/talos-series.csv.gz").stream()
            .skip(1)
            .map(Push::of)
            .collect(Collectors.groupingBy(Push::series));
    List<Boolean> cases = new ArrayList<>();
    json(data, "mozilla/perfherder-expected-alerts.json")
        .properties()
        .forEach(
            series ->
                cases.add(
                    flagged(pushes.getOrDefault(series.getKey(), List.of()))
                        .equals(
                            series.getValue().valueStream().map(JsonNode::longValue).toList())));
    return cases;
  }

  private static List<Long> flagged(List<Push> pushes) {
    List<Push> sorted = pushes.stream().sorted(Comparator.comparingLong(Push::time)).toList();
    return new PerfherderAlerts(12, 24, 12, 7, 0)
        .of(sorted.stream().mapToDouble(Push::value).toArray()).stream()
            .map(change -> sorted.get(change.index()).time())
            .toList();
  }

  private static JsonNode json(GatesData data, String file) {
    return Json.mapper().readTree(data.file(file));
  }

  private static double[] numbers(JsonNode array) {
    return array
        .valueStream()
        .mapToDouble(value -> value.isNull() ? Double.NaN : value.doubleValue())
        .toArray();
  }

  /** A push of a recorded series. */
  private record Push(String series, long time, double value) {

    static Push of(String row) {
      String[] cells = row.split(",", -1);
      return new Push(cells[0], Long.parseLong(cells[1]), Double.parseDouble(cells[2]));
    }
  }
}
