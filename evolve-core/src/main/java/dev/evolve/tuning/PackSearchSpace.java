package dev.evolve.tuning;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.CelConstraint;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.ConstraintCompiler;
import dev.evolve.pack.Knob;
import dev.evolve.pack.KnobDomain;
import dev.evolve.search.space.ListedSpace;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The search space of a pack. Immutable; constraints are compiled once, and spaces of up to {@value
 * FeasibleSet#MAXIMUM_PRODUCT} combinations are listed once, so that draws from them are exact.
 */
public final class PackSearchSpace implements SearchSpace {

  private final List<Knob> knobs;
  private final Map<String, KnobDomain> domains = new TreeMap<>();
  private final ConstraintCompiler compiler;
  private final List<CelConstraint> constraints;
  private final Optional<FeasibleSet> listed;
  private final Configuration baseline;
  private @Nullable Space engineSpace;

  /**
   * The space of a pack around the configuration in force.
   *
   * @throws EvolveException if the baseline is not in it
   */
  public PackSearchSpace(BenchPack pack, Configuration baseline) {
    this.knobs = pack.knobs();
    knobs.forEach(knob -> domains.put(knob.name(), KnobDomain.of(knob)));
    this.compiler = new ConstraintCompiler(knobs);
    this.constraints = pack.constraints().stream().map(compiler::compile).toList();
    this.listed = FeasibleSet.of(knobs, constraints);
    this.baseline = checked(baseline);
  }

  private PackSearchSpace(PackSearchSpace other, Configuration baseline) {
    this.knobs = other.knobs;
    this.domains.putAll(other.domains);
    this.compiler = other.compiler;
    this.constraints = other.constraints;
    this.listed = other.listed;
    this.baseline = checked(baseline);
  }

  private Configuration checked(Configuration configuration) {
    List<String> violations = violations(configuration);
    if (!violations.isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_PACK,
          "the baseline is not in the pack's space: " + String.join("; ", violations));
    }
    return configuration;
  }

  /** The same space around another baseline; shares what was compiled and listed. */
  public PackSearchSpace around(Configuration other) {
    return other.equals(baseline) ? this : new PackSearchSpace(this, other);
  }

  /** This for the search engine. */
  public synchronized Space space() {
    Space known = engineSpace;
    if (known == null) {
      KnobSpace sampled = new KnobSpace(this);
      known =
          listed.isPresent()
              ? new ListedSpace(
                  sampled.parameters(),
                  listed.get().all().stream().map(it -> sampled.point(it.values())).toList())
              : sampled;
      engineSpace = known;
    }
    return known;
  }

  @Override
  public List<Knob> knobs() {
    return knobs;
  }

  @Override
  public Configuration baseline() {
    return baseline;
  }

  @Override
  public List<String> violations(Configuration configuration) {
    List<String> violations = valueViolations(configuration);
    if (violations.isEmpty()) {
      Map<String, Object> typed = compiler.typed(configuration);
      constraints.forEach(constraint -> constraint.violation(typed).ifPresent(violations::add));
    }
    return violations;
  }

  private List<String> valueViolations(Configuration configuration) {
    List<String> violations = new ArrayList<>();
    domains.forEach(
        (name, domain) -> {
          String value = configuration.values().get(name);
          if (value == null) {
            violations.add(name + " has no value");
          } else if (!domain.contains(value)) {
            violations.add(name + " is " + value + ", which is not " + domain.describe());
          }
        });
    configuration.values().keySet().stream()
        .filter(name -> !domains.containsKey(name))
        .forEach(name -> violations.add(name + " is not a knob"));
    return violations;
  }

  @Override
  public OptionalLong feasibleCount() {
    return listed.isPresent() ? OptionalLong.of(listed.get().size()) : OptionalLong.empty();
  }

  @Override
  public Optional<Configuration> draw(RandomGenerator random, Set<Configuration> excluded) {
    return listed.isPresent()
        ? listed.get().draw(random, excluded)
        : RejectionSampler.draw(this, random, excluded);
  }
}
