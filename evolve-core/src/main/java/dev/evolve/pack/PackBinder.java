package dev.evolve.pack;

import dev.evolve.results.ResultFormat;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes the parts of a pack from parts of a tree in which the schema found nothing wrong. */
final class PackBinder {

  private final JsonNode root;

  PackBinder(JsonNode root) {
    this.root = root;
  }

  List<Knob> knobs() {
    return root.path("knobs")
        .propertyStream()
        .map(entry -> knob(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static Knob knob(String name, JsonNode node) {
    String description = node.path("description").asString("");
    String first = text(node.path("default"));
    String when = node.path("when").stringValue(null);
    return switch (node.path("type").asString("")) {
      case "integer" ->
          new Knob.IntegerRange(
              name,
              whole(node, "minimum"),
              whole(node, "maximum"),
              node.has("step") ? whole(node, "step") : 1,
              first,
              description,
              when);
      case "ordinal" -> new Knob.Ordinal(name, values(node, "values"), first, description, when);
      case "real" -> real(name, node, description, when);
      case "categorical" ->
          new Knob.Categorical(name, values(node, "values"), first, description, when);
      case "permutation" ->
          new Knob.Permutation(
              name,
              values(node, "items"),
              String.join(",", values(node, "default")),
              description,
              when);
      default -> new Knob.Bool(name, first, description, when);
    };
  }

  private static Knob real(String name, JsonNode node, String description, @Nullable String when) {
    return new Knob.Real(
        name,
        node.path("minimum").doubleValue(),
        node.path("maximum").doubleValue(),
        "log".equals(node.path("scale").asString("")) ? Knob.Scale.LOG : Knob.Scale.LINEAR,
        KnobDomain.text(node.path("default").doubleValue()),
        description,
        when);
  }

  private static List<String> values(JsonNode node, String list) {
    return node.path(list).valueStream().map(PackBinder::text).toList();
  }

  private static String text(JsonNode value) {
    if (value.isNumber()) {
      BigDecimal number = new BigDecimal(value.asString());
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    return value.asString("");
  }

  /** A whole number; the schema also takes 4.0 for one. */
  private static long whole(JsonNode node, String name) {
    return node.path(name).decimalValue().longValueExact();
  }

  private static int small(JsonNode node, String name) {
    return Math.toIntExact(whole(node, name));
  }

  List<Constraint> constraints() {
    return root.path("constraints")
        .valueStream()
        .map(
            node ->
                new Constraint(
                    node.path("expression").asString(""), node.path("reason").asString("")))
        .toList();
  }

  BenchPack.ConfigurationFile configuration() {
    JsonNode node = root.path("configuration");
    return new BenchPack.ConfigurationFile(
        node.path("file").asString(""),
        named(BenchPack.ConfigurationFile.Format.class, node.path("format")));
  }

  List<String> editable() {
    return texts(root.path("editable"));
  }

  BenchPack.Build build() {
    JsonNode node = root.path("build");
    return new BenchPack.Build(texts(node.path("command")), texts(node.path("artifacts")));
  }

  BenchPack.Bench bench() {
    return new BenchPack.Bench(texts(root.path("bench").path("command")), suite());
  }

  private @Nullable Suite suite() {
    ResultFormat format =
        ResultFormat.named(root.path("bench").path("format").asString(""))
            .orElse(ResultFormat.METRIC_LINES);
    if (format == ResultFormat.METRIC_LINES) {
      return null;
    }
    TreeMap<String, String> metrics = new TreeMap<>();
    suiteMetrics().forEach(entry -> metrics.put(entry.getKey(), entry.getValue().asString("")));
    return new Suite(format, metrics);
  }

  /** Which of the suite's metrics the pack's are, as it is written. */
  List<Map.Entry<String, JsonNode>> suiteMetrics() {
    return root.path("bench").path("metrics").propertyStream().toList();
  }

  /** Those that are measured. */
  List<Scenario> scenarios() {
    return allScenarios().stream().filter(scenario -> scenario.role().isMeasured()).toList();
  }

  /** All, in the order of the file. */
  List<Scenario> allScenarios() {
    return root.path("scenarios")
        .valueStream()
        .map(
            node ->
                new Scenario(
                    node.path("name").asString(""),
                    named(Scenario.Role.class, node.path("role")),
                    texts(node.path("arguments"))))
        .toList();
  }

  List<Metric> metrics() {
    return root.path("metrics")
        .valueStream()
        .map(
            node ->
                new Metric(
                    node.path("name").asString(""),
                    node.path("unit").asString(""),
                    named(Metric.Direction.class, node.path("direction")),
                    named(Metric.Role.class, node.path("role")),
                    node.path("description").asString(""),
                    optional(node, "floor")))
        .toList();
  }

  /** The output, with nothing run for its output alone: that is among the scenarios. */
  BenchPack.Output output() {
    return output(List.of());
  }

  private BenchPack.Output output(List<Scenario> checked) {
    JsonNode node = root.path("output");
    BenchPack.Output.Dtype dtype = named(BenchPack.Output.Dtype.class, node.path("dtype"));
    BenchPack.Output.Measure measure = measure(node.path("measure"), dtype);
    Double tolerance = optional(node, "tolerance");
    return new BenchPack.Output(
        dtype,
        measure,
        tolerance == null ? defaultTolerance(dtype, measure) : tolerance,
        new OutputDemands(
            optional(node, "ulps"),
            texts(node.path("reference").path("command")),
            checked,
            node.path("hashes").valueStream().map(PackBinder::hash).toList()));
  }

  private static BenchPack.Output.Measure measure(JsonNode node, BenchPack.Output.Dtype dtype) {
    if (node.isMissingNode()) {
      return dtype.isFloating()
          ? BenchPack.Output.Measure.RELATIVE_L2
          : BenchPack.Output.Measure.BITWISE;
    }
    return named(BenchPack.Output.Measure.class, node);
  }

  private static double defaultTolerance(
      BenchPack.Output.Dtype dtype, BenchPack.Output.Measure measure) {
    return measure == BenchPack.Output.Measure.BITWISE ? 0 : dtype.defaultTolerance();
  }

  private static OutputDemands.DeclaredHash hash(JsonNode node) {
    return new OutputDemands.DeclaredHash(
        node.path("name").asString(""), texts(node.path("covers")));
  }

  BenchPack.PackLimits limits() {
    return new BenchPack.PackLimits(
        limits(root.path("limits").path("build")), limits(root.path("limits").path("bench")));
  }

  private static BenchPack.Limits limits(JsonNode node) {
    return new BenchPack.Limits(
        small(node, "wallSeconds"), small(node, "memoryMiB"), small(node, "processes"));
  }

  /** Where the pack does not say, its domain does. */
  private BenchPack.Thresholds.Perf perf(JsonNode node) {
    Double gain = optional(node, "minimumGain");
    Double confidence = optional(node, "confidence");
    return new BenchPack.Thresholds.Perf(
        gain == null
            ? BenchPack.Thresholds.Perf.usualGain(
                named(BenchPack.Domain.class, root.path("domain")))
            : gain,
        confidence == null ? BenchPack.Thresholds.Perf.USUAL_CONFIDENCE : confidence,
        node.has("rounds") ? small(node, "rounds") : null,
        optional(node, "energyTolerance"));
  }

  BenchPack.Thresholds gates() {
    JsonNode perf = root.path("gates").path("perf");
    JsonNode canary = root.path("gates").path("canary");
    return new BenchPack.Thresholds(
        perf(perf),
        memory(root.path("gates").path("memory")),
        new BenchPack.Thresholds.CanaryTolerances(
            number(canary, "p95Tolerance"),
            number(canary, "p99Tolerance"),
            number(canary, "maximumErrorRate")));
  }

  private static BenchPack.Thresholds.Memory memory(JsonNode node) {
    JsonNode it = node.path("fragmentation");
    return new BenchPack.Thresholds.Memory(
        number(node, "peakRssTolerance"),
        it.isMissingNode()
            ? null
            : new Fragmentation(
                it.path("free").asString(""),
                it.path("largestFree").asString(""),
                it.path("gain").doubleValue(0),
                it.path("tolerance").doubleValue(0)));
  }

  /** Null without a soak. */
  @Nullable Soak soak() {
    JsonNode node = root.path("soak");
    return node.isMissingNode() ? null : SoakBinder.soak(node);
  }

  BenchPack.@Nullable Service service() {
    JsonNode node = root.path("service");
    return node.isMissingNode()
        ? null
        : new BenchPack.Service(
            texts(node.path("command")),
            node.path("health").asString(""),
            node.path("load").asString(""));
  }

  BenchPack.Canary canary() {
    return new BenchPack.Canary(
        root.path("canary")
            .path("stages")
            .valueStream()
            .map(
                node -> new BenchPack.Canary.Stage(number(node, "weight"), small(node, "requests")))
            .toList());
  }

  BenchPack.Budget budget() {
    JsonNode node = root.path("budget");
    return new BenchPack.Budget(
        small(node, "evaluations"),
        small(node, "minutes"),
        optional(node, "deviceSeconds"),
        decimal(node, "money"),
        decimal(node, "pricePerDeviceHour"),
        optional(node, "worthOfPercent"));
  }

  private static @Nullable Double optional(JsonNode node, String name) {
    return node.has(name) ? number(node, name) : null;
  }

  /** An amount as it is written, without rounding; null if there is none. */
  private static @Nullable BigDecimal decimal(JsonNode node, String name) {
    return node.has(name) ? new BigDecimal(text(node.path(name))) : null;
  }

  /** Null if the objective alone counts. */
  @Nullable List<WantedMetric> objectives() {
    return root.has("objectives")
        ? root.path("objectives").valueStream().map(PackBinder::wanted).toList()
        : null;
  }

  private static WantedMetric wanted(JsonNode node) {
    Double weight = optional(node, "weight");
    Double softWeight = optional(node, "softWeight");
    return new WantedMetric(
        node.path("metric").asString(""),
        weight == null ? 1 : weight,
        optional(node, "limit"),
        optional(node, "softLimit"),
        softWeight == null ? 1 : softWeight);
  }

  BenchPack pack() {
    return new BenchPack(
        1,
        root.path("name").asString(""),
        named(BenchPack.Domain.class, root.path("domain")),
        root.path("description").asString("").strip(),
        knobs(),
        constraints(),
        configuration(),
        editable(),
        build(),
        bench(),
        scenarios(),
        metrics(),
        output(allScenarios().stream().filter(scenario -> !scenario.role().isMeasured()).toList()),
        limits(),
        gates(),
        service(),
        canary(),
        budget(),
        objectives(),
        soak());
  }

  private static double number(JsonNode node, String name) {
    return node.path(name).doubleValue();
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(node -> node.asString("")).toList();
  }

  private static <E extends Enum<E>> E named(Class<E> type, JsonNode node) {
    return Enum.valueOf(type, node.asString("").toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
