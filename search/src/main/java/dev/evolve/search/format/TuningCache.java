package dev.evolve.search.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * What a cache file of Kernel Tuner holds: a space of parameters and what was measured in it. Times
 * are milliseconds.
 *
 * @param device name of the device; empty if the file names none
 * @param kernel name of the kernel; empty if the file names none
 * @param problemSize sizes, or names, of the problem; may be empty
 * @param objective what was tuned for; {@code time} where the file does not say
 * @param parameters the values of every parameter, in the order of the keys
 * @param entries what was measured, in the order of the file
 * @param isOpen true if its writer left it without the last brackets
 */
public record TuningCache(
    String device,
    String kernel,
    List<Literal> problemSize,
    String objective,
    SequencedMap<String, List<Literal>> parameters,
    List<Entry> entries,
    boolean isOpen) {

  public TuningCache {
    problemSize = List.copyOf(problemSize);
    parameters = java.util.Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
    entries = List.copyOf(entries);
  }

  /** Names of the parameters in the order of the keys. */
  public List<String> names() {
    return new ArrayList<>(parameters.keySet());
  }

  /** What came of a configuration. */
  public sealed interface Result {

    /**
     * It ran.
     *
     * @param time the mean the tuner went by, ms
     * @param times every timing, ms; empty if they were not kept
     */
    record Timed(double time, List<Double> times) implements Result {
      public Timed {
        if (!Double.isFinite(time)) {
          throw new IllegalArgumentException("a time is finite, not " + time);
        }
        times = List.copyOf(times);
      }
    }

    /**
     * It gave no time.
     *
     * @param error what the tuner calls it, such as {@code CompilationFailedConfig}
     */
    record Error(String error) implements Result {}
  }

  /**
   * One configuration.
   *
   * @param values in the order of the keys
   * @param result what came of it
   * @param compile time of compiling, ms
   * @param verification time of checking the output, ms
   * @param benchmark time of the timed runs, ms
   * @param strategy time the strategy took to choose it, ms
   * @param framework time of everything else, ms
   * @param timestamp when, as the file says; empty if it does not
   * @param metrics further figures by name
   */
  public record Entry(
      List<Literal> values,
      Result result,
      double compile,
      double verification,
      double benchmark,
      double strategy,
      double framework,
      String timestamp,
      Map<String, Double> metrics) {

    public Entry {
      values = List.copyOf(values);
      metrics = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }
  }
}
