package dev.evolve.search.format;

import dev.evolve.search.format.JsonCursor.EndOfFile;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.core.JsonToken;

/**
 * Reads cache files of Kernel Tuner: one object with {@code tune_params_keys}, {@code tune_params}
 * and {@code cache}, in which every configuration has its parameters, {@code time} (a text if it
 * failed), {@code times} and what it cost. A file that its writer left open, as after a kill, lacks
 * the last two brackets and is read all the same.
 */
public final class KernelTunerCache {

  /** From here on an older tuner means a failure by the time. */
  private static final double ABSURD = 1e19;

  private final JsonCursor json;
  private String device = "";
  private String kernel = "";
  private String objective = "time";
  private List<Literal> problemSize = List.of();
  private List<String> keys = List.of();
  private SequencedMap<String, List<Literal>> values = new LinkedHashMap<>();
  private final List<Entry> entries = new ArrayList<>();
  private final Set<List<Literal>> seen = new HashSet<>();
  private boolean hasCache;

  private KernelTunerCache(JsonCursor json) {
    this.json = json;
  }

  /**
   * Reads a cache file.
   *
   * @param reader of the text; closed here
   * @param source name of the file, for errors
   * @throws FormatException naming the place, if it is not such a file
   */
  public static TuningCache read(Reader reader, String source) {
    try (JsonCursor json = new JsonCursor(reader, source)) {
      return new KernelTunerCache(json).read();
    }
  }

  private TuningCache read() {
    json.enterObject("a cache file");
    boolean isOpen = false;
    try {
      for (Optional<String> name = json.nextNameOrEndOfFile();
          name.isPresent();
          name = json.nextNameOrEndOfFile()) {
        readHeader(name.get());
      }
      json.requireEnd();
    } catch (EndOfFile e) {
      isOpen = true;
    }
    if (!hasCache) {
      throw json.failure("wanted 'cache' with the configurations, found none");
    }
    return new TuningCache(device, kernel, problemSize, objective, ordered(), entries, isOpen);
  }

  private void readHeader(String name) throws EndOfFile {
    switch (name) {
      case "device_name" -> device = json.text(name);
      case "kernel_name" -> kernel = json.text(name);
      case "objective" -> objective = json.text(name);
      case "problem_size" -> problemSize = problemSize();
      case "tune_params_keys" -> keys = keys();
      case "tune_params" -> values = values();
      case "cache" -> readCache();
      default -> json.skip();
    }
  }

  private List<Literal> problemSize() {
    json.next();
    if (json.token() != JsonToken.START_ARRAY) {
      return List.of(json.literalHere("problem_size"));
    }
    List<Literal> sizes = new ArrayList<>();
    while (json.hasNextInArray()) {
      sizes.add(json.literalHere("a problem size"));
    }
    return sizes;
  }

  private List<String> keys() {
    json.enterArray("tune_params_keys");
    List<String> names = new ArrayList<>();
    while (json.hasNextInArray()) {
      names.add(json.textHere("a parameter's name"));
    }
    if (names.isEmpty() || new HashSet<>(names).size() != names.size()) {
      throw json.failure("wanted parameters' names, each once, found " + names);
    }
    return names;
  }

  private SequencedMap<String, List<Literal>> values() {
    json.enterObject("tune_params");
    SequencedMap<String, List<Literal>> all = new LinkedHashMap<>();
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      List<Literal> literals = json.literals(name.get());
      if (literals.isEmpty()) {
        throw json.failure(name.get() + " has no values");
      }
      all.put(name.get(), literals);
    }
    return all;
  }

  private SequencedMap<String, List<Literal>> ordered() {
    SequencedMap<String, List<Literal>> ordered = new LinkedHashMap<>();
    for (String key : keys) {
      ordered.put(key, valuesOf(key));
    }
    return ordered;
  }

  private List<Literal> valuesOf(String key) {
    List<Literal> literals = values.get(key);
    if (literals == null) {
      throw json.failure("wanted the values of '" + key + "' in tune_params, found none");
    }
    return literals;
  }

  private void readCache() throws EndOfFile {
    if (keys.isEmpty() || values.isEmpty()) {
      throw json.failure("wanted tune_params_keys and tune_params before 'cache', found neither");
    }
    json.enterObject("cache");
    hasCache = true;
    Map<String, KnownValues> known = new HashMap<>();
    for (String name : ordered().keySet()) {
      known.put(name, new KnownValues(known.size(), valuesOf(name)));
    }
    for (Optional<String> key = json.nextNameOrEndOfFile();
        key.isPresent();
        key = json.nextNameOrEndOfFile()) {
      EntryReader reader = new EntryReader(json, key.get(), keys, known);
      Entry entry = reader.read();
      if (!seen.add(entry.values())) {
        throw json.failure("configuration " + key.get() + " is there twice");
      }
      entries.add(entry);
    }
  }

  /** The values of a parameter, found at once however many there are. */
  private static final class KnownValues {
    private final int place;
    private final Map<Object, Literal> values = new HashMap<>();

    KnownValues(int place, List<Literal> values) {
      this.place = place;
      values.forEach(value -> this.values.putIfAbsent(value.identity(), value));
    }

    int place() {
      return place;
    }

    /** The value that is the same. */
    Optional<Literal> same(Literal found) {
      return Optional.ofNullable(values.get(found.identity()));
    }
  }

  /** Reads one configuration. */
  private static final class EntryReader {
    private final JsonCursor json;
    private final String key;
    private final Map<String, KnownValues> known;
    private final List<String> keys;
    private final Literal[] values;
    private final SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    private final double[] costs = new double[5];
    private List<Double> times = List.of();
    private String timestamp = "";
    private Optional<String> error = Optional.empty();
    private double time = Double.NaN;

    EntryReader(JsonCursor json, String key, List<String> keys, Map<String, KnownValues> known) {
      this.json = json;
      this.key = key;
      this.keys = keys;
      this.known = known;
      this.values = new Literal[keys.size()];
    }

    Entry read() {
      json.enterObject("configuration " + key);
      for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
        json.next();
        readField(name.get());
      }
      if (error.isEmpty() && Double.isNaN(time)) {
        throw json.failure("configuration " + key + " has no 'time'");
      }
      Result result =
          error.isPresent() ? new Result.Error(error.get()) : new Result.Timed(time, times);
      return new Entry(
          configuration(),
          result,
          costs[0],
          costs[1],
          costs[2],
          costs[3],
          costs[4],
          timestamp,
          metrics);
    }

    private void readField(String name) {
      KnownValues parameter = known.get(name);
      if (parameter != null) {
        values[parameter.place()] = known(name, parameter, json.literalHere(name));
        return;
      }
      switch (name) {
        case "time" -> readTime();
        case "times" -> times = times();
        case "compile_time" -> costs[0] = cost(name);
        case "verification_time" -> costs[1] = cost(name);
        case "benchmark_time" -> costs[2] = cost(name);
        case "strategy_time" -> costs[3] = cost(name);
        case "framework_time" -> costs[4] = cost(name);
        case "timestamp" -> timestamp = json.textHere(name);
        default -> readMetric(name);
      }
    }

    private Literal known(String name, KnownValues parameter, Literal found) {
      return parameter
          .same(found)
          .orElseThrow(
              () ->
                  json.failure(
                      name
                          + " is "
                          + found.text()
                          + " in configuration "
                          + key
                          + ", which is none of its values in tune_params"));
    }

    private void readTime() {
      if (json.token() == JsonToken.VALUE_STRING) {
        error = Optional.of(json.textHere("time"));
        return;
      }
      time = json.numberHere("the time of configuration " + key);
      if (time >= ABSURD) {
        error = Optional.of("InvalidConfig");
      }
    }

    private List<Double> times() {
      if (json.token() != JsonToken.START_ARRAY) {
        throw json.failure("wanted a list of timings for configuration " + key);
      }
      List<Double> all = new ArrayList<>();
      while (json.hasNextInArray()) {
        all.add(json.numberHere("a timing of configuration " + key));
      }
      return all;
    }

    private double cost(String name) {
      double cost = json.numberHere(name + " of configuration " + key);
      if (cost < 0) {
        throw json.failure(name + " of configuration " + key + " is negative: " + cost);
      }
      return cost;
    }

    private void readMetric(String name) {
      if (json.token().isNumeric()) {
        metrics.put(name, json.numberHere(name));
      } else {
        json.skipHere();
      }
    }

    private List<Literal> configuration() {
      for (int i = 0; i < values.length; i++) {
        if (values[i] == null) {
          throw json.failure("configuration " + key + " has no value for " + keys.get(i));
        }
      }
      return List.of(values);
    }
  }
}
