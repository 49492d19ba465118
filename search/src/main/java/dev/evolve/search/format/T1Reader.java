package dev.evolve.search.format;

import dev.evolve.search.format.PythonExpression.Failure;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.SpaceDefinition;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/**
 * Reads T1 input files: {@code ConfigurationSpace} with {@code TuningParameters}, whose values are
 * a list or a Python expression that gives one, and {@code Conditions}, restrictions written in
 * Python. A {@code Default} that is none of the values is left out, as real files have such.
 */
public final class T1Reader {

  private static final int MOST_PARAMETERS = 1000;

  private final JsonCursor json;
  private String benchmark = "";
  private String kernel = "";
  private final SequencedMap<String, List<Literal>> parameters = new LinkedHashMap<>();
  private final Map<String, String> defaults = new LinkedHashMap<>();
  private final List<Restriction> restrictions = new ArrayList<>();

  /** A condition and where it stands, since parameters may come after it. */
  private record Restriction(String python, TokenStreamLocation at) {}

  private T1Reader(JsonCursor json) {
    this.json = json;
  }

  /**
   * Reads a T1 file.
   *
   * @param reader of the text; closed here
   * @param source name of the file, for errors
   * @throws FormatException naming the place, if it is not such a file or a restriction cannot be
   *     translated
   */
  public static TuningProblem read(Reader reader, String source) {
    try (JsonCursor json = new JsonCursor(reader, source)) {
      return new T1Reader(json).read();
    }
  }

  private TuningProblem read() {
    json.enterObject("a T1 file");
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      switch (name.get()) {
        case "General" -> benchmark = member("General", "BenchmarkName");
        case "KernelSpecification" -> kernel = member("KernelSpecification", "KernelName");
        case "ConfigurationSpace" -> readSpace();
        default -> json.skip();
      }
    }
    json.requireEnd();
    if (parameters.isEmpty()) {
      throw json.failure("wanted ConfigurationSpace with TuningParameters, found none");
    }
    List<Parameter> made = new ArrayList<>();
    parameters.forEach((name, values) -> made.add(Literals.parameter(name, values)));
    String name = benchmark.isEmpty() ? kernel : benchmark;
    SpaceDefinition space = new SpaceDefinition(name, made, constraints(), Map.of(), defaults);
    return new TuningProblem(
        name, parameters, restrictions.stream().map(Restriction::python).toList(), space);
  }

  /** A text member of an object; all others are left out. */
  private String member(String object, String wanted) {
    json.enterObject(object);
    String found = "";
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      if (name.get().equals(wanted)) {
        found = json.text(wanted);
      } else {
        json.skip();
      }
    }
    return found;
  }

  private void readSpace() {
    json.enterObject("ConfigurationSpace");
    for (Optional<String> name = json.nextName(); name.isPresent(); name = json.nextName()) {
      switch (name.get()) {
        case "TuningParameters" -> readParameters();
        case "Conditions" -> readConditions();
        default -> json.skip();
      }
    }
  }

  private void readParameters() {
    json.enterArray("TuningParameters");
    while (json.hasNextInArray()) {
      requireObject("a parameter");
      readParameter();
      if (parameters.size() > MOST_PARAMETERS) {
        throw json.failure("more than " + MOST_PARAMETERS + " parameters");
      }
    }
  }

  private void requireObject(String what) {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.failure("wanted an object for " + what);
    }
  }

  private void readParameter() {
    String name = "";
    String type = "";
    List<Object> values = List.of();
    TokenStreamLocation at = json.here();
    Optional<Literal> preset = Optional.empty();
    for (Optional<String> key = json.nextName(); key.isPresent(); key = json.nextName()) {
      switch (key.get()) {
        case "Name" -> name = json.text("Name");
        case "Type" -> type = json.text("Type");
        case "Values" -> values = values();
        case "Default" -> preset = preset();
        default -> json.skip();
      }
    }
    if (name.isEmpty() || parameters.containsKey(name)) {
      throw json.failureAt(
          at,
          name.isEmpty()
              ? "the parameter has no Name"
              : "the parameter " + name + " is there twice");
    }
    String wanted = type;
    add(
        name,
        typed(name, type, values, at),
        preset.flatMap(value -> literal(wanted, PythonToCel.object(value))));
  }

  private void add(String name, List<Literal> values, Optional<Literal> preset) {
    parameters.put(name, values);
    preset
        .flatMap(wanted -> values.stream().filter(value -> value.isSame(wanted)).findFirst())
        .ifPresent(value -> defaults.put(name, value.text()));
  }

  private Optional<Literal> preset() {
    json.next();
    if (json.token() == JsonToken.START_ARRAY) {
      Optional<Literal> first = Optional.empty();
      while (json.hasNextInArray()) {
        first = first.or(() -> Optional.of(json.literalHere("Default")));
      }
      return first;
    }
    if (json.token() == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    return Optional.of(json.literalHere("Default"));
  }

  private List<Object> values() {
    json.next();
    if (json.token() == JsonToken.START_ARRAY) {
      List<Object> values = new ArrayList<>();
      while (json.hasNextInArray()) {
        values.add(PythonToCel.object(json.literalHere("a value")));
      }
      return values;
    }
    String python = json.textHere("Values");
    try {
      return new PythonEvaluator(Map.of()).list(PythonParser.parse(python));
    } catch (Failure e) {
      throw wrong("Values", python, e, json.here());
    }
  }

  private FormatException wrong(String what, String python, Failure e, TokenStreamLocation at) {
    String shown = python.length() > 120 ? python.substring(0, 120) + "…" : python;
    return json.failureAt(
        at, what + " '" + shown + "', character " + (e.at() + 1) + ": " + e.getMessage());
  }

  private List<Literal> typed(
      String name, String type, List<Object> values, TokenStreamLocation at) {
    if (values.isEmpty()) {
      throw json.failureAt(at, "the parameter " + name + " has no Values");
    }
    List<Literal> literals = new ArrayList<>();
    for (Object value : values) {
      literals.add(
          literal(type, value)
              .orElseThrow(
                  () ->
                      json.failureAt(
                          at,
                          "the parameter "
                              + name
                              + " is "
                              + type
                              + ", but has the value "
                              + value)));
    }
    if (literals.stream().distinct().count() != literals.size()) {
      throw json.failureAt(at, "the parameter " + name + " has a value twice");
    }
    return List.copyOf(literals);
  }

  /** A value as the type has it; empty if it is none of that type. */
  private static Optional<Literal> literal(String type, Object value) {
    return switch (type) {
      case "int", "uint" ->
          switch (value) {
            case Long number -> Optional.of(Literal.of(number));
            case Double number ->
                number == Math.rint(number)
                    ? Optional.of(Literal.of((long) (double) number))
                    : Optional.empty();
            default -> Optional.empty();
          };
      case "float" ->
          value instanceof Boolean || !PythonEvaluator.isNumber(value)
              ? Optional.empty()
              : Optional.of(Literal.of(PythonEvaluator.real(value)));
      case "bool" ->
          PythonEvaluator.isNumber(value)
              ? Optional.of(Literal.of(PythonEvaluator.isTrue(value)))
              : Optional.empty();
      case "string" ->
          value instanceof List ? Optional.empty() : Optional.of(Literal.of(value.toString()));
      default -> untyped(value);
    };
  }

  private static Optional<Literal> untyped(Object value) {
    return switch (value) {
      case Long number -> Optional.of(Literal.of(number));
      case Double number -> Optional.of(Literal.of(number));
      case Boolean truth -> Optional.of(Literal.of(truth));
      case String text -> Optional.of(Literal.of(text));
      default -> Optional.empty();
    };
  }

  private void readConditions() {
    json.enterArray("Conditions");
    while (json.hasNextInArray()) {
      requireObject("a condition");
      TokenStreamLocation at = json.here();
      String python = "";
      for (Optional<String> key = json.nextName(); key.isPresent(); key = json.nextName()) {
        if (key.get().equals("Expression")) {
          python = json.text("Expression");
          at = json.here();
        } else {
          json.skip();
        }
      }
      if (python.isBlank()) {
        throw json.failureAt(at, "the condition has no Expression");
      }
      restrictions.add(new Restriction(python, at));
    }
  }

  private List<String> constraints() {
    PythonToCel translator = new PythonToCel(parameters);
    List<String> constraints = new ArrayList<>();
    for (Restriction restriction : restrictions) {
      try {
        constraints.add(translator.constraint(restriction.python()));
      } catch (Failure e) {
        throw wrong("condition", restriction.python(), e, restriction.at());
      }
    }
    return constraints;
  }
}
