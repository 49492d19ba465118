package dev.evolve.app.cli;

import dev.evolve.app.tune.TuneRequest;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.search.format.FormatException;
import dev.evolve.search.format.T1Reader;
import dev.evolve.search.space.CompiledSpace;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.SpaceDefinition;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a tuning is of: its space as a file has it, and what tells its journal from others. */
final class TuneInput {

  private TuneInput() {}

  /**
   * The space in a T1 file.
   *
   * @throws EvolveException naming the file, if it cannot be read or makes no sense
   */
  static CompiledSpace space(Path file) {
    try (Reader reader = Files.newBufferedReader(file)) {
      return compiled(T1Reader.read(reader, file.toString()).space(), file);
    } catch (FormatException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND, "cannot read the T1 file " + file + ": " + e.getMessage(), e);
    }
  }

  private static CompiledSpace compiled(SpaceDefinition definition, Path file) {
    try {
      return CompiledSpace.of(definition);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, file + ": " + e.getMessage(), e);
    }
  }

  /** Lines that are the same for a tuning that goes on, and for no other. */
  static List<String> identity(TuneRequest request, CompiledSpace space, String samples) {
    SpaceDefinition definition = space.definition();
    List<String> identity = new ArrayList<>();
    for (Parameter parameter : definition.parameters()) {
      identity.add("parameter " + parameter.name() + ": " + parameter.describe());
    }
    definition.constraints().forEach(constraint -> identity.add("constraint " + constraint));
    identity.add("command " + request.command());
    identity.add("build " + (request.build() == null ? "none" : request.build()));
    identity.add(
        "metric "
            + request.metricName()
            + " in "
            + request.unit()
            + (request.isMaximised() ? ", maximised" : ""));
    identity.add(samples);
    identity.add("strategy " + request.strategy() + ", seed " + request.seed());
    return identity;
  }
}
