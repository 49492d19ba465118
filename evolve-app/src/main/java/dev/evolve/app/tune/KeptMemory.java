package dev.evolve.app.tune;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.search.prior.Prior;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a tuning remembers of elsewhere, kept beside its journal from its first start: a memory that
 * has grown or is away later would make it another search.
 */
public final class KeptMemory {

  private static final String FILE = "memory.json";

  private KeptMemory() {}

  /**
   * What is kept, or what is asked for where no journal is there yet.
   *
   * @param directory of the journal
   * @param isBegun whether there is a journal
   * @param asked what is asked for now
   */
  public static Prior of(Path directory, boolean isBegun, Supplier<Prior> asked) {
    Path file = directory.resolve(FILE);
    try {
      if (isBegun) {
        return Files.exists(file) ? Json.read(Files.readAllBytes(file), Prior.class) : Prior.NONE;
      }
      Prior prior = asked.get();
      if (prior.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        Files.write(file, Json.writeBytes(prior));
      }
      return prior;
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "cannot keep the memory in " + file + ": " + e, e);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.DATA_CORRUPT,
          file + " is not what was kept at the first start; use --fresh to begin anew",
          e);
    }
  }

  /** A line for the journal's identity; empty for a cold start. */
  public static Optional<String> identity(Prior prior) {
    return prior.isEmpty()
        ? Optional.empty()
        : Optional.of("memory " + Digests.sha256(Json.writeBytes(prior)));
  }
}
