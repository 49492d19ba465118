package dev.evolve.app.cli;

import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.app.replay.SpaceFiles.SpaceFile;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.impact.TrialSet;
import dev.evolve.json.Json;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.Prior;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what a search without the service starts from. */
final class MemoryOptions {

  /** Most sets that a search is given. */
  private static final int MOST_SETS = 8;

  /** Most trials of one that a search is given. */
  private static final int MOST_TRIALS = 2_000;

  @Option(
      names = "--memory",
      paramLabel = "FILE",
      arity = "1..*",
      description = {
        "start from what was measured elsewhere: cache files of Kernel Tuner, T4 files, or",
        "directories of them; believed for as long as it agrees with what is measured"
      })
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--memory-of",
      paramLabel = "NAME",
      description = {
        "start from what the running service remembers of this pack or kernel; see ./evolve memory"
      })
  private @Nullable String kernel;

  /** True if anything was asked for. */
  boolean isGiven() {
    return kernel != null || !files.isEmpty();
  }

  /**
   * What was asked for, of spaces that have a knob of these names.
   *
   * @throws EvolveException if there is nothing of the kind
   */
  Prior prior(List<String> parameters) {
    List<KnownSpace> found = new ArrayList<>();
    if (!files.isEmpty()) {
      SpaceFiles.find(files).stream().map(MemoryOptions::known).forEach(found::add);
    }
    if (kernel != null) {
      found.addAll(remembered(kernel).sources());
    }
    List<KnownSpace> fitting =
        found.stream()
            .filter(space -> space.parameters().stream().anyMatch(parameters::contains))
            .toList();
    if (isGiven() && fitting.isEmpty()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "wanted a memory with a parameter of "
              + parameters
              + ", found "
              + found.size()
              + " sets of trials without one; leave the option out to start cold");
    }
    return new Prior(fitting).bounded(MOST_SETS, MOST_TRIALS);
  }

  private static KnownSpace known(SpaceFile file) {
    TrialSet set =
        TrialSet.of("memory", file.name(), file.name(), Instant.EPOCH, SpaceFiles.cache(file));
    if (set.trials().stream().anyMatch(trial -> !trial.hasFailed() && trial.value() <= 0)) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, file.path() + " has times that are not above zero");
    }
    return set.source(Instant.EPOCH);
  }

  private static Prior remembered(String kernel) {
    try (EvolveClient client = EvolveClient.ofRunning(HomeOption.home())) {
      return Json.read(
          client.getText("/api/v1/memory/trials" + Query.of("kernel", kernel).text()), Prior.class);
    }
  }
}
