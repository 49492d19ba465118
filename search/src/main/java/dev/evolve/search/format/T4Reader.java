package dev.evolve.search.format;

import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import tools.jackson.core.JsonToken;

/**
 * Reads T4 result files. Such a file has no list of the parameters' values and no benchmark time:
 * the values are those that occur, and a configuration's benchmark time is the sum of its runtimes.
 * Times come out in milliseconds; the unit is that of {@code metadata.timeunit}, milliseconds if
 * there is none.
 */
public final class T4Reader {

  private final JsonCursor json;
  private double millis = 1;
  private String objective = "";
  private final SequencedMap<String, SequencedSet<Literal>> values = new LinkedHashMap<>();
  private final List<Raw> raws = new ArrayList<>();

  /** A result as the file has it. */
  private static final class Raw {
    private final SequencedMap<String, Literal> configuration = new LinkedHashMap<>();
    private final SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    private final SequencedMap<String, String> errors = new LinkedHashMap<>();
    private final SequencedMap<String, Double> times = new LinkedHashMap<>();
    private List<Double> runtimes = List.of();
    private List<String> objectives = List.of();
    private String timestamp = "";
    private String invalidity = "correct";
  }

  private T4Reader(JsonCursor json) {
    this.json = json;
  }

  /**
   * Reads a T4 file.
   *
   * @param reader of the text; closed here
   * @param source name of the file, for errors
   * @throws FormatException naming the place, if it is not such a file
   */
  public static TuningCache read(Reader reader, String source) {
    try (JsonCursor json = new JsonCursor(reader, source)) {
      return new T4Reader(json).read();
    }
  }

  private TuningCache read() {
    json.enterObject("a T4 file");
    boolean hasResults = false;
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      switch (name.get()) {
        case "metadata" -> readMetadata();
        case "results" -> {
          readResults();
          hasResults = true;
        }
        default -> json.skip();
      }
    }
    json.requireEnd();
    if (!hasResults) {
      throw json.failure("wanted 'results', found none");
    }
    SequencedMap<String, List<Literal>> parameters = new LinkedHashMap<>();
    values.forEach((name, seen) -> parameters.put(name, List.copyOf(seen)));
    List<Entry> entries = raws.stream().map(this::entry).toList();
    return new TuningCache(
        "", "", List.of(), objective.isEmpty() ? "time" : objective, parameters, entries, false);
  }

  private void readMetadata() {
    json.enterObject("metadata");
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      if (name.get().equals("timeunit")) {
        millis = millis(json.text("timeunit"));
      } else {
        json.skip();
      }
    }
  }

  private double millis(String unit) {
    return switch (unit) {
      case "seconds", "s" -> 1e3;
      // The second spelling is what a widely used writer of such files has.
      case "milliseconds", "miliseconds", "ms" -> 1;
      case "microseconds", "us" -> 1e-3;
      case "nanoseconds", "ns" -> 1e-6;
      default ->
          throw json.failure(
              "wanted seconds, milliseconds, microseconds or nanoseconds for timeunit, found "
                  + unit);
    };
  }

  private void readResults() {
    json.enterArray("results");
    LinkedHashSet<List<Literal>> seen = new LinkedHashSet<>();
    while (json.hasNextInArray()) {
      if (json.token() != JsonToken.START_OBJECT) {
        throw json.failure("wanted an object for a result");
      }
      Raw raw = result();
      checkParameters(raw);
      if (!seen.add(List.copyOf(raw.configuration.values()))) {
        throw json.failure("the configuration " + raw.configuration + " is there twice");
      }
      raws.add(raw);
    }
  }

  private void checkParameters(Raw raw) {
    if (raw.configuration.isEmpty()) {
      throw json.failure("a result has no configuration");
    }
    if (raws.isEmpty()) {
      raw.configuration.keySet().forEach(name -> values.put(name, new LinkedHashSet<>()));
    } else if (!values.sequencedKeySet().equals(raw.configuration.sequencedKeySet())) {
      throw json.failure(
          "a configuration has the parameters "
              + raw.configuration.keySet()
              + ", those before it "
              + values.keySet());
    }
    raw.configuration.forEach((name, value) -> seenOf(name).add(value));
  }

  private SequencedSet<Literal> seenOf(String name) {
    return values.computeIfAbsent(name, ignored -> new LinkedHashSet<>());
  }

  private Raw result() {
    Raw raw = new Raw();
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      switch (name.get()) {
        case "timestamp" -> raw.timestamp = json.text("timestamp");
        case "configuration" -> readConfiguration(raw);
        case "times" -> readTimes(raw);
        case "invalidity" -> raw.invalidity = json.text("invalidity");
        case "measurements" -> readMeasurements(raw);
        case "objectives" -> raw.objectives = texts("objectives");
        default -> json.skip();
      }
    }
    if (objective.isEmpty() && !raw.objectives.isEmpty()) {
      objective = raw.objectives.getFirst();
    }
    return raw;
  }

  private void readConfiguration(Raw raw) {
    json.enterObject("configuration");
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      json.next();
      raw.configuration.put(name.get(), json.literalHere(name.get()));
    }
  }

  private void readTimes(Raw raw) {
    json.enterObject("times");
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      json.next();
      if (name.get().equals("runtimes")) {
        raw.runtimes = runtimes();
      } else {
        double time = json.numberHere(name.get());
        if (time < 0) {
          throw json.failure(name.get() + " is negative: " + time);
        }
        raw.times.put(name.get(), time);
      }
    }
  }

  private List<Double> runtimes() {
    if (json.token() != JsonToken.START_ARRAY) {
      throw json.failure("wanted a list for runtimes");
    }
    List<Double> all = new ArrayList<>();
    while (json.hasNextInArray()) {
      all.add(json.numberHere("a runtime"));
    }
    return all;
  }

  private List<String> texts(String what) {
    json.enterArray(what);
    List<String> all = new ArrayList<>();
    while (json.hasNextInArray()) {
      all.add(json.textHere(what));
    }
    return all;
  }

  private void readMeasurements(Raw raw) {
    json.enterArray("measurements");
    while (json.hasNextInArray()) {
      if (json.token() != JsonToken.START_OBJECT) {
        throw json.failure("wanted an object for a measurement");
      }
      String name = "";
      Optional<Literal> value = Optional.empty();
      for (Optional<String> key = json.nextName(); key.isPresent(); key = json.nextName()) {
        switch (key.get()) {
          case "name" -> name = json.text("name");
          case "value" -> value = measured();
          default -> json.skip();
        }
      }
      if (value.isPresent() && value.get().isNumber()) {
        raw.metrics.put(name, value.get().number());
      } else if (value.isPresent()) {
        raw.errors.put(name, value.get().text());
      }
    }
  }

  private Optional<Literal> measured() {
    json.next();
    if (json.token() == JsonToken.START_ARRAY) {
      json.skipHere();
      return Optional.empty();
    }
    return Optional.of(json.literalHere("a measurement"));
  }

  private Entry entry(Raw raw) {
    double sum = raw.runtimes.stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> metrics = new LinkedHashMap<>(raw.metrics);
    metrics.remove("time");
    return new Entry(
        List.copyOf(raw.configuration.values()),
        result(raw),
        time(raw, "compilation_time") + time(raw, "compilation"),
        time(raw, "validation"),
        sum * millis,
        time(raw, "search_algorithm"),
        time(raw, "framework"),
        raw.timestamp,
        metrics);
  }

  private double time(Raw raw, String name) {
    return raw.times.getOrDefault(name, 0.0) * millis;
  }

  private Result result(Raw raw) {
    Double time = raw.metrics.get("time");
    if (raw.invalidity.equals("correct") && time != null) {
      return new Result.Timed(
          time * millis, raw.runtimes.stream().map(runtime -> runtime * millis).toList());
    }
    String error = raw.errors.get("time");
    return new Result.Error(error == null ? T4Writer.error(raw.invalidity) : error);
  }
}
