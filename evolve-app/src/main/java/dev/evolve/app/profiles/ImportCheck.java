package dev.evolve.app.profiles;

import dev.evolve.app.profiles.ProfileService.ImportResult;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.ImportedProfile;
import dev.evolve.json.Digests;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.ConstraintCompiler;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.Knob;
import dev.evolve.pack.KnobDomain;
import dev.evolve.pack.Scenario;
import dev.evolve.profile.PackFacts;
import dev.evolve.profile.Shape;
import dev.evolve.profile.TuningResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Makes a profile of a tuning result. Where the pack is known, every knob must be there with a
 * value that the pack allows; all that does not fit is said at once.
 */
final class ImportCheck {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final int LONGEST_TEXT = 1_000;
  private static final int MOST_KNOBS = 1_000;

  private final Optional<PackFacts> pack;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param pack the pack, if it is known here
   */
  ImportCheck(Optional<PackFacts> pack) {
    this.pack = pack;
  }

  /**
   * The profile.
   *
   * @throws EvolveException INVALID_REQUEST with everything that is wrong
   */
  ImportedProfile profile(String id, ImportResult command, HardwareProfile machine) {
    TuningResult result = TuningResult.read(command.format(), command.content(), command.source());
    if (!NAME.matcher(command.pack()).matches()) {
      problems.add("a pack's name is letters, digits, dots, dashes and underscores");
    }
    texts(command, result);
    pack.ifPresent(known -> knobs(known.pack(), result.configuration()));
    Shape shape = shape(command.shape());
    if (!problems.isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "cannot import " + command.source() + ": " + String.join("; ", problems));
    }
    return new ImportedProfile(
        id,
        command.pack(),
        machine,
        shape.name(),
        shape.arguments(),
        result.configuration(),
        command.format(),
        command.source(),
        Digests.sha256(command.content()),
        result.device(),
        result.value(),
        result.unit(),
        result.evaluations(),
        result.finished());
  }

  private void texts(ImportResult command, TuningResult result) {
    Map<String, String> values = result.configuration().values();
    boolean isLong =
        values.size() > MOST_KNOBS
            || command.source().length() > LONGEST_TEXT
            || result.device().length() > LONGEST_TEXT
            || result.unit().length() > LONGEST_TEXT
            || values.entrySet().stream()
                .anyMatch(
                    e ->
                        e.getKey().length() > LONGEST_TEXT || e.getValue().length() > LONGEST_TEXT);
    if (isLong) {
      problems.add(
          "at most "
              + MOST_KNOBS
              + " knobs, and "
              + LONGEST_TEXT
              + " characters for each name, value and text");
    }
  }

  private void knobs(BenchPack declared, Configuration configuration) {
    TreeSet<String> unknown = new TreeSet<>(configuration.values().keySet());
    for (Knob knob : declared.knobs()) {
      unknown.remove(knob.name());
      String value = configuration.values().get(knob.name());
      if (value == null) {
        problems.add(knob.name() + " is missing");
      } else if (!KnobDomain.of(knob).contains(value)) {
        problems.add(knob.name() + " wants " + KnobDomain.of(knob).describe() + ", found " + value);
      }
    }
    unknown.forEach(name -> problems.add(declared.name() + " has no knob " + name));
    if (problems.isEmpty()) {
      constraints(declared, configuration);
    }
  }

  private void constraints(BenchPack declared, Configuration configuration) {
    ConstraintCompiler compiler = new ConstraintCompiler(declared.knobs());
    Map<String, Object> values = compiler.typed(configuration);
    for (Constraint constraint : declared.constraints()) {
      compiler.compile(constraint).violation(values).ifPresent(problems::add);
    }
  }

  private Shape shape(String name) {
    if (name.isBlank() || name.equals(Shape.ALL.name())) {
      return Shape.ALL;
    }
    if (pack.isEmpty()) {
      if (!NAME.matcher(name).matches()) {
        problems.add("a shape's name is letters, digits, dots, dashes and underscores");
      }
      return new Shape(name, List.of());
    }
    Optional<Scenario> scenario =
        pack.get().pack().scenarios().stream().filter(s -> s.name().equals(name)).findFirst();
    if (scenario.isEmpty()) {
      problems.add(pack.get().pack().name() + " has no scenario " + name);
    }
    return scenario.map(s -> new Shape(s.name(), s.arguments())).orElse(Shape.ALL);
  }
}
