package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.pack.Configuration;
import dev.evolve.search.format.KernelTunerCache;
import dev.evolve.search.format.T4Reader;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Result;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The best configuration in what another tool wrote, as far as that tool says.
 *
 * @param configuration the configuration
 * @param value its objective, smaller is better
 * @param unit unit of the objective
 * @param device the device that the file names; may be empty
 * @param evaluations configurations in the file, failed ones included
 * @param finished whether its writer closed the file
 */
public record TuningResult(
    Configuration configuration,
    double value,
    String unit,
    String device,
    int evaluations,
    boolean finished) {

  /** A cache file of Kernel Tuner. */
  public static final String KERNEL_TUNER = "kernel-tuner";

  /** A result file in the T4 format. */
  public static final String T4 = "t4";

  /**
   * One configuration: {@code {"configuration": {"TILE": "64"}, "value": 1.2, "unit": "ms"}}, with
   * {@code device}, {@code evaluations} and {@code finished} where they are known.
   */
  public static final String CONFIGURATION = "configuration";

  /**
   * Reads a result.
   *
   * @param format one of the constants
   * @param content the whole file
   * @param source its name, for errors
   * @throws EvolveException INVALID_REQUEST if it is not such a file, or nothing in it succeeded
   */
  public static TuningResult read(String format, String content, String source) {
    try {
      return switch (format) {
        case KERNEL_TUNER -> best(KernelTunerCache.read(new StringReader(content), source), source);
        case T4 -> best(T4Reader.read(new StringReader(content), source), source);
        case CONFIGURATION -> single(content, source);
        default ->
            throw refused("wanted the format kernel-tuner, t4 or configuration, found " + format);
      };
    } catch (IllegalArgumentException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "cannot read " + source + ": " + e.getMessage(), e);
    }
  }

  private static TuningResult best(TuningCache cache, String source) {
    Optional<TuningCache.Entry> best =
        cache.entries().stream()
            .filter(entry -> timeOf(entry) > 0)
            .min(Comparator.comparingDouble(TuningResult::timeOf));
    if (best.isEmpty()) {
      throw refused(
          "none of the " + cache.entries().size() + " configurations in " + source + " has a time");
    }
    TreeMap<String, String> values = new TreeMap<>();
    List<String> names = new ArrayList<>(cache.names());
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), best.get().values().get(i).text());
    }
    return new TuningResult(
        new Configuration(values),
        timeOf(best.get()),
        "ms",
        cache.device(),
        cache.entries().size(),
        !cache.isOpen());
  }

  /** The time of what ran; NaN for what did not. */
  private static double timeOf(TuningCache.Entry entry) {
    return entry.result() instanceof Result.Timed timed ? timed.time() : Double.NaN;
  }

  private static TuningResult single(String content, String source) {
    JsonNode root = Json.readTree(content);
    TreeMap<String, String> values = new TreeMap<>();
    root.path("configuration")
        .properties()
        .forEach(field -> values.put(field.getKey(), scalar(field.getKey(), field.getValue())));
    double value = root.path("value").asDouble(Double.NaN);
    if (values.isEmpty() || !Double.isFinite(value)) {
      throw refused(
          source
              + " wants an object \"configuration\" with a value for each knob and a number"
              + " \"value\", such as {\"configuration\":{\"TILE\":\"64\"},\"value\":1.2,\"unit\":\"ms\"}");
    }
    return new TuningResult(
        new Configuration(values),
        value,
        root.path("unit").asString(""),
        root.path("device").asString(""),
        root.path("evaluations").asInt(0),
        root.path("finished").asBoolean(false));
  }

  private static String scalar(String name, JsonNode value) {
    if (!value.isString() && !value.isNumber() && !value.isBoolean()) {
      throw refused("the value of " + name + " is a text, a number or a boolean, found " + value);
    }
    return value.isString() ? value.asString() : value.toString();
  }

  private static EvolveException refused(String message) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, message);
  }
}
