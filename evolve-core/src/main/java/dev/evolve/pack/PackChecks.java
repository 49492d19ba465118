package dev.evolve.pack;

import dev.evolve.search.space.InvalidExpressionException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What the schema cannot say: what must hold within and between the parts of a pack. Each part is
 * looked at only if the schema found nothing wrong with it.
 */
final class PackChecks {

  /** The name of a pack's file. */
  static final String PACK_FILE = "evolve.yaml";

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z][A-Za-z0-9_]*)}");

  private final YamlDocument document;
  private final PackProblems problems;
  private final PackBinder binder;

  PackChecks(YamlDocument document, PackProblems problems) {
    this.document = document;
    this.problems = problems;
    this.binder = new PackBinder(document.root());
  }

  void run() {
    when("knobs", this::checkKnobs);
    when("configuration", this::checkConfiguration);
    when("editable", this::checkEditable);
    when("build", this::checkBuild);
    when("bench", this::checkBench);
    when("scenarios", this::checkScenarios);
    when("metrics", this::checkMetrics);
    if (problems.noneUnder("metrics")) {
      when("objectives", this::checkObjectives);
    }
    when("output", this::checkOutput);
    when("service", this::checkService);
    when("canary", this::checkCanary);
    when("budget", this::checkBudget);
    when("soak", this::checkSoak);
    if (problems.noneUnder("metrics") && problems.noneUnder("gates")) {
      checkFragmentation();
    }
    if (problems.noneUnder("editable")) {
      checkProtectedFiles();
    }
  }

  private void when(String part, Runnable check) {
    if (problems.noneUnder(part)) {
      check.run();
    }
  }

  private void report(String field, String message) {
    problems.add(document.line(field), field, message);
  }

  private void checkKnobs() {
    List<Knob> knobs = binder.knobs();
    KnobChecks checks = new KnobChecks(this::report);
    knobs.forEach(checks::check);
    if (problems.noneUnder("knobs") && problems.noneUnder("constraints")) {
      checkConstraints(knobs);
    }
  }

  private void checkConstraints(List<Knob> knobs) {
    ConstraintCompiler compiler = new ConstraintCompiler(knobs);
    List<Constraint> constraints = binder.constraints();
    for (int i = 0; i < constraints.size(); i++) {
      String field = FieldPath.item("constraints", i) + ".expression";
      checkConstraint(compiler, knobs, constraints.get(i)).ifPresent(why -> report(field, why));
    }
    for (Knob knob : knobs) {
      String field = FieldPath.child(FieldPath.child("knobs", knob.name()), "when");
      checkCondition(compiler, knob).ifPresent(why -> report(field, why));
    }
  }

  private static Optional<String> checkConstraint(
      ConstraintCompiler compiler, List<Knob> knobs, Constraint constraint) {
    try {
      return compiler
          .compile(constraint)
          .violation(compiler.typed(Configuration.defaultsOf(knobs)))
          .map(why -> "for the defaults, " + why);
    } catch (InvalidExpressionException e) {
      return Optional.of(explained(e));
    }
  }

  private static Optional<String> checkCondition(ConstraintCompiler compiler, Knob knob) {
    try {
      return compiler
          .condition(knob)
          .filter(condition -> condition.knobs().contains(knob.name()))
          .map(condition -> "is over " + knob.name() + " itself; other knobs were wanted");
    } catch (InvalidExpressionException e) {
      return Optional.of(explained(e));
    }
  }

  private static String explained(InvalidExpressionException e) {
    return Excerpt.of(e.expression())
        + " is not an expression over the knobs: at its column "
        + e.column()
        + ": "
        + e.problem();
  }

  private void checkConfiguration() {
    String file = binder.configuration().file();
    checkFile("configuration.file", file);
    if (file.equals(PACK_FILE)) {
      report("configuration.file", PACK_FILE + " itself cannot hold the configuration");
    }
  }

  private void checkEditable() {
    List<String> editable = binder.editable();
    checkUnique("editable", editable, path -> path, "");
    for (int i = 0; i < editable.size(); i++) {
      String field = FieldPath.item("editable", i);
      String path = editable.get(i);
      String body = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
      PackPaths.problem(body).ifPresent(why -> report(field, why));
    }
  }

  /** A change must not touch what judges it: the pack's file, its commands, its load. */
  private void checkProtectedFiles() {
    List<String> editable = binder.editable();
    for (int i = 0; i < editable.size(); i++) {
      String allowed = editable.get(i);
      String field = FieldPath.item("editable", i);
      for (String file : protectedFiles()) {
        if (PackPaths.covers(allowed, file)) {
          report(field, Excerpt.of(allowed) + " would let a change touch " + Excerpt.of(file));
        }
      }
    }
  }

  private Set<String> protectedFiles() {
    Set<String> files = new TreeSet<>();
    files.add(PACK_FILE);
    addCommand(files, "build");
    addCommand(files, "bench");
    addCommand(files, "service");
    addCommand(files, document.root().path("output").path("reference"));
    addCommand(files, "soak");
    Optional.ofNullable(document.root().path("service").path("load").asString(null))
        .ifPresent(files::add);
    return files;
  }

  private void addCommand(Set<String> files, String part) {
    addCommand(files, document.root().path(part));
  }

  private static void addCommand(Set<String> files, JsonNode part) {
    part.path("command")
        .valueStream()
        .map(node -> node.asString(""))
        .map(argument -> argument.startsWith("./") ? argument.substring(2) : argument)
        .filter(argument -> !argument.isEmpty())
        .forEach(files::add);
  }

  private void checkBuild() {
    BenchPack.Build build = binder.build();
    checkCommand("build.command", build.command(), Set.of(), Set.of());
    checkUnique("build.artifacts", build.artifacts(), path -> path, "");
    for (int i = 0; i < build.artifacts().size(); i++) {
      checkFile(FieldPath.item("build.artifacts", i), build.artifacts().get(i));
    }
  }

  private void checkBench() {
    Set<String> wanted = Set.of("seed", "output");
    checkCommand("bench.command", binder.bench().command(), wanted, wanted);
    if (problems.noneUnder("metrics")) {
      new SuiteChecks(binder, this::report).run();
    }
  }

  private void checkCommand(
      String field, List<String> command, Set<String> required, Set<String> known) {
    if (command.getFirst().isBlank()) {
      report(FieldPath.item(field, 0), "is empty; the program to run was wanted");
    }
    Set<String> found = new HashSet<>();
    for (int i = 0; i < command.size(); i++) {
      Matcher matcher = PLACEHOLDER.matcher(command.get(i));
      while (matcher.find()) {
        found.add(matcher.group(1));
        if (!known.contains(matcher.group(1))) {
          report(FieldPath.item(field, i), "{" + matcher.group(1) + "} is not replaced here");
        }
      }
    }
    required.stream()
        .sorted()
        .filter(name -> !found.contains(name))
        .forEach(name -> report(field, "{" + name + "} is missing from the command"));
  }

  private void checkScenarios() {
    List<Scenario> scenarios = binder.allScenarios();
    checkUnique("scenarios", scenarios, Scenario::name, ".name");
    for (Scenario.Role role : List.of(Scenario.Role.TRAIN, Scenario.Role.HOLDOUT)) {
      if (scenarios.stream().noneMatch(scenario -> scenario.role() == role)) {
        String name = role == Scenario.Role.TRAIN ? "train" : "holdout";
        report("scenarios", "at least one scenario with role " + name + " was wanted, found none");
      }
    }
    for (int i = 0; i < scenarios.size(); i++) {
      checkArguments(FieldPath.item("scenarios", i) + ".arguments", scenarios.get(i).arguments());
    }
  }

  private void checkArguments(String field, List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      Matcher matcher = PLACEHOLDER.matcher(arguments.get(i));
      if (matcher.find()) {
        report(FieldPath.item(field, i), matcher.group() + " is not replaced here");
      }
    }
  }

  private void checkMetrics() {
    List<Metric> metrics = binder.metrics();
    checkUnique("metrics", metrics, Metric::name, ".name");
    long objectives =
        metrics.stream().filter(metric -> metric.role() == Metric.Role.OBJECTIVE).count();
    if (objectives != 1) {
      report("metrics", "exactly one metric with role objective was wanted, found " + objectives);
    }
    for (int i = 0; i < metrics.size(); i++) {
      if (metrics.get(i).floor() != null && metrics.get(i).role() != Metric.Role.GUARD) {
        report("metrics[" + i + "].floor", "a floor belongs to a metric with role guard");
      }
    }
  }

  private void checkObjectives() {
    List<WantedMetric> wanted = binder.objectives();
    if (wanted == null) {
      return;
    }
    checkUnique("objectives", wanted, WantedMetric::metric, ".metric");
    List<Metric> known = new ArrayList<>(binder.metrics());
    known.addAll(Metric.MEASURED);
    for (int i = 0; i < wanted.size(); i++) {
      checkWanted(FieldPath.item("objectives", i), wanted.get(i), known);
    }
    String objective =
        known.stream()
            .filter(metric -> metric.role() == Metric.Role.OBJECTIVE)
            .findFirst()
            .orElseThrow()
            .name();
    if (wanted.stream().noneMatch(it -> it.metric().equals(objective) && it.weight() > 0)) {
      report(
          "objectives",
          objective
              + " has no weight above 0 here, but the performance gate asks for a gain in it");
    }
  }

  private void checkWanted(String field, WantedMetric wanted, List<Metric> known) {
    List<String> names = known.stream().map(Metric::name).distinct().toList();
    if (!names.contains(wanted.metric())) {
      report(
          field + ".metric",
          Excerpt.of(wanted.metric()) + " is not measured; one of " + names + " was wanted");
    }
    if (wanted.weight() == 0 && !wanted.hasLimit()) {
      report(field, "has neither a weight above 0 nor a limit; add one or remove it");
    }
    Double soft = wanted.softLimit();
    if (soft != null && !(soft > 0) && !wanted.metric().equals(Metric.DETERMINISM.name())) {
      report(field + ".softLimit", "is compared by ratio and must be above 0, not " + soft);
    }
  }

  private void checkOutput() {
    BenchPack.Output output = binder.output();
    List<OutputDemands.DeclaredHash> hashes = output.demands().hashes();
    List<String> artifacts = problems.noneUnder("build") ? binder.build().artifacts() : List.of();
    new OutputChecks(this::report).check(output, artifacts);
    checkUnique("output.hashes", hashes, OutputDemands.DeclaredHash::name, ".name");
    if (!output.demands().reference().isEmpty()) {
      Set<String> wanted = Set.of("seed", "output");
      checkCommand("output.reference.command", output.demands().reference(), wanted, wanted);
    }
  }

  private void checkService() {
    BenchPack.Service service = binder.service();
    if (service != null) {
      Set<String> socket = Set.of("socket");
      checkCommand("service.command", service.command(), socket, socket);
      checkFile("service.load", service.load());
    }
  }

  private void checkCanary() {
    List<BenchPack.Canary.Stage> stages = binder.canary().stages();
    boolean serves = document.root().has("service");
    if (serves && stages.isEmpty()) {
      report("canary", "a pack with a service needs at least one stage of a canary");
    }
    if (!serves && !stages.isEmpty()) {
      report("canary.stages", "a canary needs a service; add one or remove the stages");
    }
    for (int i = 1; i < stages.size(); i++) {
      if (stages.get(i).weight() <= stages.get(i - 1).weight()) {
        report(
            FieldPath.item("canary.stages", i) + ".weight",
            stages.get(i).weight()
                + " is not more than the stage before, "
                + stages.get(i - 1).weight());
      }
    }
  }

  private void checkBudget() {
    JsonNode budget = document.root().path("budget");
    for (String needing : List.of("money", "worthOfPercent")) {
      if (budget.has(needing) && !budget.has("pricePerDeviceHour")) {
        report(
            FieldPath.child("budget", needing),
            "needs the price of the machine to compare with; add pricePerDeviceHour beside it");
      }
    }
  }

  private void checkSoak() {
    Soak soak = binder.soak();
    if (soak != null) {
      Set<String> wanted = soak.compression() > 1 ? Set.of("seed", "pace") : Set.of("seed");
      if (!soak.command().isEmpty()) {
        checkCommand("soak.command", soak.command(), wanted, wanted);
      } else if (!document.root().has("service") || soak.memory() == Soak.Memory.PRINTED) {
        report("soak", "without a command a service is soaked, by its resident memory");
      }
      new MemoryChecks(this::report).check(soak);
    }
  }

  private void checkFragmentation() {
    Fragmentation wanted = binder.gates().memory().fragmentation();
    if (wanted != null) {
      new MemoryChecks(this::report).check(wanted, binder.metrics());
    }
  }

  private void checkFile(String field, String path) {
    PackPaths.problem(path).ifPresent(why -> report(field, why));
  }

  private <T> void checkUnique(
      String field, List<T> items, Function<T, String> name, String suffix) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < items.size(); i++) {
      if (!seen.add(name.apply(items.get(i)))) {
        report(
            FieldPath.item(field, i) + suffix,
            Excerpt.of(name.apply(items.get(i))) + " is given twice");
      }
    }
  }
}
