package dev.evolve.search.format;

import dev.evolve.search.format.PythonExpression.Failure;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.SpaceDefinition;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the configuration space of a T1 input file. The kernel, which a space knows nothing of, is
 * left to whoever runs it. A parameter with a condition becomes a restriction: where the condition
 * does not hold it has its default.
 */
public final class T1Writer {

  private final SpaceDefinition space;
  private final JsonText json;

  private T1Writer(SpaceDefinition space, JsonText json) {
    this.space = space;
    this.json = json;
  }

  /**
   * Writes a space.
   *
   * @param out takes the text; flushed, not closed
   * @throws IllegalArgumentException naming the parameter or constraint that the format has no
   *     words for
   */
  public static void write(SpaceDefinition space, Writer out) {
    JsonText json = new JsonText(out);
    new T1Writer(space, json).write();
    json.flush();
  }

  private void write() {
    List<String> restrictions = restrictions();
    json.raw("{\n").field("General").raw("{").field("BenchmarkName").text(space.name());
    json.raw(", ").field("FormatVersion").raw("1},\n");
    json.field("ConfigurationSpace").raw("{\n").field("TuningParameters").raw("[");
    String before = "\n";
    for (Parameter parameter : space.parameters()) {
      json.raw(before);
      write(parameter);
      before = ",\n";
    }
    json.raw("\n],\n").field("Conditions").raw("[");
    before = "\n";
    for (String restriction : restrictions) {
      json.raw(before).raw("{").field("Expression").text(restriction).raw(", ");
      json.field("Parameters").list(names(restriction), JsonText::quoted).raw("}");
      before = ",\n";
    }
    json.raw("\n]\n}\n}\n");
  }

  private void write(Parameter parameter) {
    List<Literal> values = Literals.of(parameter);
    String type = type(parameter, values);
    List<Literal> typed =
        type.equals("float")
            ? values.stream().map(value -> Literal.of(value.number())).toList()
            : values;
    json.raw("{").field("Name").text(parameter.name()).raw(", ").field("Type").text(type);
    json.raw(", ").field("Values");
    json.text("[" + String.join(", ", typed.stream().map(T1Writer::python).toList()) + "]");
    String preset = space.defaults().get(parameter.name());
    if (preset != null) {
      json.raw(", ").field("Default").literal(Literals.of(parameter, preset));
    }
    json.raw("}");
  }

  private static String type(Parameter parameter, List<Literal> values) {
    if (values.stream().anyMatch(value -> value.kind() == Literal.Kind.REAL)) {
      return "float";
    }
    return switch (values.getFirst().kind()) {
      case INTEGER -> "int";
      case REAL -> "float";
      case BOOLEAN -> "bool";
      case TEXT -> {
        if (parameter instanceof Parameter.Permutation) {
          throw new IllegalArgumentException(
              parameter.name() + " is an order of items, which a T1 file has no words for");
        }
        yield "string";
      }
    };
  }

  private static String python(Literal literal) {
    if (literal.kind() != Literal.Kind.TEXT) {
      return literal.python();
    }
    if (literal.text().contains("'") || literal.text().contains("\\")) {
      throw new IllegalArgumentException(
          literal.text() + ": a value with a quote or backslash cannot be written to a T1 file");
    }
    return "'" + literal.text() + "'";
  }

  private List<String> restrictions() {
    Map<String, String> wanted = new LinkedHashMap<>();
    space.constraints().forEach(constraint -> wanted.put(constraint, constraint));
    space
        .conditions()
        .forEach(
            (name, condition) ->
                wanted.put(
                    "the condition of " + name, "(" + condition + ") || " + isDefault(name)));
    CelToPython translator = new CelToPython(space.parameters());
    List<String> restrictions = new ArrayList<>();
    wanted.forEach(
        (what, cel) -> {
          try {
            restrictions.add(translator.restriction(cel));
          } catch (Failure e) {
            throw new IllegalArgumentException(
                what + ", character " + (e.at() + 1) + ": " + e.getMessage(), e);
          }
        });
    return restrictions;
  }

  private String isDefault(String name) {
    Parameter parameter =
        space.parameters().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();
    String preset = space.defaults().getOrDefault(name, parameter.at(0));
    Literal literal = Literals.of(parameter, preset);
    String text = literal.kind() == Literal.Kind.TEXT ? '"' + preset + '"' : preset;
    return name + " == " + text;
  }

  private List<String> names(String restriction) {
    return space.parameters().stream()
        .map(Parameter::name)
        .filter(name -> restriction.matches("(?s).*\\b" + name + "\\b.*"))
        .toList();
  }
}
