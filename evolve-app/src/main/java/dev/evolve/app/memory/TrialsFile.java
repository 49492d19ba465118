package dev.evolve.app.memory;

import dev.evolve.app.memory.MemoryService.ImportFile;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.ImportedTrials;
import dev.evolve.impact.TrialPack;
import dev.evolve.impact.TrialSet;
import dev.evolve.json.Digests;
import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.format.T4Reader;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.prior.KnownTrial;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a file of trials that somebody brings in: bounded, and everything wrong is said at once.
 */
final class TrialsFile {

  /** Most characters of a file; the largest measured spaces that are published have 16 million. */
  static final int MOST_CHARACTERS = 32 << 20;

  /** Most bytes of the packed trials: an event of the log must hold them. */
  static final int MOST_PACKED_BYTES = 1 << 20;

  private static final int FEWEST_TRIALS = 4;
  private static final int MOST_TRIALS = 200_000;
  private static final int MOST_PARAMETERS = 100;
  private static final int LONGEST_TEXT = 200;
  private static final Pattern CACHE = Pattern.compile("\"tune_params_keys\"\\s*:");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private TrialsFile() {}

  /**
   * The trials in a file.
   *
   * @param id identity of the import
   * @throws EvolveException INVALID_REQUEST with what is wrong
   */
  static ImportedTrials read(String id, ImportFile file) {
    if (file.source().isBlank() || file.content().isBlank()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "wanted the name and the content of a file, found none");
    }
    if (file.content().length() > MOST_CHARACTERS) {
      throw refused(
          file,
          "it has %d characters, more than the %d that are taken"
              .formatted(file.content().length(), MOST_CHARACTERS));
    }
    TuningCache cache = cache(file);
    TrialSet set =
        TrialSet.of(
            named(file, "kernel", file.kernel(), cache.kernel()),
            named(file, "hardware", file.hardware(), cache.device()),
            id,
            Instant.EPOCH,
            cache);
    List<KnownTrial> trials = set.trials();
    String shape = file.shape().isBlank() ? set.shape() : file.shape().strip();
    check(file, set, shape, trials);
    return imported(
        new ImportedTrials.Key(id, set.kernel(), shape, set.hardwareId(), file.source()),
        file,
        cache,
        set.parameters(),
        trials);
  }

  private static TuningCache cache(ImportFile file) {
    try (StringReader reader = new StringReader(file.content())) {
      return CACHE.matcher(file.content()).find()
          ? KernelTunerCache.read(reader, file.source())
          : T4Reader.read(reader, file.source());
    } catch (IllegalArgumentException e) {
      throw refused(
          file,
          "wanted a cache file of Kernel Tuner or a T4 file, found: "
              + shown(String.valueOf(e.getMessage())));
    }
  }

  private static String named(ImportFile file, String what, String wanted, String found) {
    String name = wanted.isBlank() ? found.strip() : wanted.strip();
    if (name.isEmpty()) {
      throw refused(file, "it names no " + what + "; say which");
    }
    return name;
  }

  private static void check(ImportFile file, TrialSet set, String shape, List<KnownTrial> trials) {
    List<String> problems = new ArrayList<>();
    if (trials.size() < FEWEST_TRIALS || trials.size() > MOST_TRIALS) {
      problems.add(
          "wanted %d to %d configurations, found %d"
              .formatted(FEWEST_TRIALS, MOST_TRIALS, trials.size()));
    }
    if (trials.stream().allMatch(KnownTrial::hasFailed)) {
      problems.add("none of its configurations has a time");
    }
    trials.stream()
        .filter(trial -> !trial.hasFailed() && trial.value() <= 0)
        .findFirst()
        .ifPresent(
            trial ->
                problems.add(
                    "wanted times above zero, found "
                        + trial.value()
                        + " of "
                        + shown(trial.values().toString())));
    if (set.parameters().isEmpty() || set.parameters().size() > MOST_PARAMETERS) {
      problems.add(
          "wanted 1 to %d parameters, found %d"
              .formatted(MOST_PARAMETERS, set.parameters().size()));
    }
    Stream.of(
            Stream.of(file.source(), set.kernel(), set.hardwareId(), shape),
            set.parameters().stream(),
            trials.stream().flatMap(trial -> trial.values().stream()))
        .flatMap(texts -> texts)
        .filter(text -> text.length() > LONGEST_TEXT || CONTROL.matcher(text).find())
        .findFirst()
        .ifPresent(
            text ->
                problems.add(
                    "wanted names and values of at most "
                        + LONGEST_TEXT
                        + " characters and no control characters, found '"
                        + shown(text)
                        + "'"));
    if (!problems.isEmpty()) {
      throw refused(file, String.join("; ", problems));
    }
  }

  private static ImportedTrials imported(
      ImportedTrials.Key key,
      ImportFile file,
      TuningCache cache,
      List<String> parameters,
      List<KnownTrial> trials) {
    byte[] packed = TrialPack.pack(parameters.size(), trials);
    if (packed.length > MOST_PACKED_BYTES) {
      throw refused(
          file,
          "its %d trials are %d bytes when packed, more than the %d that the log takes"
              .formatted(trials.size(), packed.length, MOST_PACKED_BYTES));
    }
    return new ImportedTrials(
        key,
        Digests.sha256(file.content()),
        shown(cache.device()),
        parameters,
        trials.size(),
        (int) trials.stream().filter(KnownTrial::hasFailed).count(),
        Base64.getEncoder().encodeToString(packed));
  }

  private static String shown(String text) {
    String clean = CONTROL.matcher(text).replaceAll("?");
    return clean.length() > LONGEST_TEXT ? clean.substring(0, LONGEST_TEXT) + "…" : clean;
  }

  private static EvolveException refused(ImportFile file, String why) {
    return new EvolveException(
        ErrorCode.INVALID_REQUEST, "cannot import " + shown(file.source()) + ": " + why);
  }
}
