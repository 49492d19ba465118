package dev.evolve.impact;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.search.format.Literal;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What was measured of a kernel on one machine for one shape, from one origin: a campaign or an
 * import. Kept whole, replaced whole.
 *
 * @param kernel the kernel or pack
 * @param shape the input, or empty
 * @param hardwareId id of the machine's profile, or whatever names it for sure
 * @param provenance where it comes from, such as {@code campaign:c1} or {@code import:file.json}
 * @param at when it was measured or, where that is not known, taken in
 * @param parameters names of the knobs
 * @param trials each configuration once, its values in the order of the parameters
 */
public record TrialSet(
    String kernel,
    String shape,
    String hardwareId,
    String provenance,
    Instant at,
    List<String> parameters,
    List<KnownTrial> trials) {

  private static final double SECONDS_PER_DAY = Duration.ofDays(1).toSeconds();

  public TrialSet {
    parameters = List.copyOf(parameters);
    trials = List.copyOf(trials);
    if (kernel.isBlank() || hardwareId.isBlank() || provenance.isBlank()) {
      throw new IllegalArgumentException(
          "wanted a kernel, a machine and an origin, found '"
              + kernel
              + "', '"
              + hardwareId
              + "' and '"
              + provenance
              + "'");
    }
  }

  /** What a cache file of Kernel Tuner holds; its problem size is the shape. */
  public static TrialSet of(
      String kernel, String hardwareId, String provenance, Instant at, TuningCache cache) {
    String shape = cache.problemSize().stream().map(Literal::text).collect(Collectors.joining("x"));
    return new TrialSet(
        kernel,
        shape,
        hardwareId,
        provenance,
        at,
        cache.names(),
        cache.entries().stream().map(TrialSet::trial).toList());
  }

  private static KnownTrial trial(Entry entry) {
    List<String> values = entry.values().stream().map(Literal::text).toList();
    return switch (entry.result()) {
      case Result.Timed timed -> KnownTrial.ran(values, timed.time());
      case Result.Error ignored -> KnownTrial.failed(values);
    };
  }

  /** The same for what is the same source: kernel, shape, machine and origin. */
  public String id() {
    return id(kernel, shape, hardwareId, provenance);
  }

  /** The id of a set of which these are known. */
  public static String id(String kernel, String shape, String hardwareId, String provenance) {
    return Digests.sha256(Json.writeBytes(List.of(kernel, shape, hardwareId, provenance)));
  }

  /** Digest of the knobs' names: sets of one space have it in common. */
  public String spaceDigest() {
    return Digests.sha256(Json.writeBytes(parameters));
  }

  /** As a source for a search. */
  public KnownSpace source(Instant now) {
    double days = Math.max(0, Duration.between(at, now).toSeconds() / SECONDS_PER_DAY);
    String name = shape.isEmpty() ? hardwareId : hardwareId + " (" + shape + ")";
    return new KnownSpace(name, days, parameters, trials);
  }
}
