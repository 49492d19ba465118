package dev.evolve.profile;

import dev.evolve.pack.Scenario;
import java.util.List;

/**
 * The input that a profile is for: a scenario of the pack. Nothing measured on one shape speaks for
 * another.
 *
 * @param name name of the scenario, or {@code *}
 * @param arguments the scenario's arguments
 */
public record Shape(String name, List<String> arguments) {

  /** All scenarios of a pack together; its effect is that of the worst of them. */
  public static final Shape ALL = new Shape("*", List.of());

  public Shape {
    arguments = List.copyOf(arguments);
  }

  /** The shape of a scenario. */
  static Shape of(Scenario scenario) {
    return new Shape(scenario.name(), scenario.arguments());
  }

  /** True for {@link #ALL}. */
  boolean isAll() {
    return name.equals(ALL.name());
  }
}
