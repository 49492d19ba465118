package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.objective.Caps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that hold measurements to caps on power and heat. */
final class PowerOptions {

  @Option(
      names = "--max-watts",
      paramLabel = "W",
      description = {
        "make a run again that drew more on average, packages and NVIDIA devices together"
      })
  private @Nullable Double watts;

  @Option(
      names = "--max-celsius",
      paramLabel = "C",
      description = "make a run again after which any part of the machine was hotter")
  private @Nullable Double celsius;

  /**
   * What was asked for.
   *
   * @throws EvolveException if it makes no sense
   */
  Caps caps() {
    try {
      return new Caps(watts, celsius);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted --max-watts above zero and a finite --max-celsius, found "
              + watts
              + " and "
              + celsius,
          e);
    }
  }

  /** Lines for a journal's identity: what was measured under other caps is something else. */
  List<String> identity() {
    List<String> lines = new ArrayList<>();
    if (watts != null) {
      lines.add("at most " + watts + " W");
    }
    if (celsius != null) {
      lines.add("at most " + celsius + " degrees Celsius");
    }
    return lines;
  }
}
