package dev.evolve.search.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.SpaceDefinition;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class T1Test {

  private static final String FILE =
      """
      {
        "General": {"BenchmarkName": "small", "OutputFormat": "JSON"},
        "ConfigurationSpace": {
          "Conditions": [
            {"Parameters": ["x", "y"], "Expression": "x*y <= 64 and y % (x / one) == 0"}
          ],
          "TuningParameters": [
            {"Name": "x", "Type": "int", "Values": "[1, 2] + list(range(4, 13, 4))", "Default": 4},
            {"Name": "y", "Type": "uint", "Values": "[2**i for i in range(0, 6) if i != 1]", "Default": 3},
            {"Name": "one", "Type": "int", "Values": [1], "Default": [1]},
            {"Name": "share", "Type": "float", "Values": "[0.5, 1]", "Default": 1},
            {"Name": "wide", "Type": "bool", "Values": "[0, 1]", "Default": 1},
            {"Name": "mode", "Type": "string", "Values": "['fast', 'slow']", "Default": "slow"}
          ]
        },
        "KernelSpecification": {"KernelName": "kernel", "Arguments": [{"Name": "a", "Size": 3}]}
      }
      """;

  private static TuningProblem read(String text) {
    return T1Reader.read(new StringReader(text), "small.json");
  }

  @Test
  void readsParametersOfEveryKindAndTheirDefaults() {
    TuningProblem problem = read(FILE);

    assertThat(problem.name()).isEqualTo("small");
    assertThat(problem.space().parameters())
        .containsExactly(
            new Parameter.Ordinal("x", List.of("1", "2", "4", "8", "12")),
            new Parameter.Ordinal("y", List.of("1", "4", "8", "16", "32")),
            new Parameter.Ordinal("one", List.of("1")),
            new Parameter.Ordinal("share", List.of("0.5", "1.0")),
            new Parameter.Bool("wide"),
            new Parameter.Categorical("mode", List.of("fast", "slow")));
    assertThat(problem.space().defaults())
        .isEqualTo(Map.of("x", "4", "one", "1", "share", "1.0", "wide", "true", "mode", "slow"));
    assertThat(problem.space().constraints()).containsExactly("x * y <= 64 && y % x == 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "x*y <= 64 | x*z <= 64 | line 5, column | character 3: 'z' is no parameter",
        "[1, 2] + | [1, 2] - | line 8, column | character 8: wanted numbers on both sides",
        "list(range(4, 13, 4)) | list(range(10**9)) | line 8, column | more than 100000 items",
        "range(0, 6) | open('f') | line 9, column | 'open' is not known here",
        "[0.5, 1] | ['a'] | line 11, column | is float, but has the value a",
        "[0.5, 1] | [] | line 11, column | has no Values",
        "[0.5, 1] | [0.5, 0.5] | line 11, column | has a value twice",
        "\"share\" | \"x\" | line 11, column | the parameter x is there twice",
        "\"Name\": \"wide\", | `` | line 12, column | no Name",
        "\"TuningParameters\": [ | \"TuningParameters\": [3, | line 7, column | wanted an object",
        "\"TuningParameters\" | \"Parameters\" | line 17, column | wanted ConfigurationSpace",
      })
  void saysWhereAFileIsWrong(String old, String changed, String place, String problem) {
    String text = FILE.replace(old, changed);
    assertThat(text).isNotEqualTo(FILE);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("small.json, " + place)
        .hasMessageContaining(problem);
  }

  @Test
  void writesASpaceThatReadsAsTheSame() {
    SpaceDefinition space = read(FILE).space();
    StringWriter out = new StringWriter();

    T1Writer.write(space, out);

    assertThat(read(out.toString()).space()).isEqualTo(space);
  }

  @Test
  void writesAConditionAsARestriction() {
    SpaceDefinition space =
        new SpaceDefinition(
            "conditional",
            List.of(
                new Parameter.Bool("tiled"),
                new Parameter.Whole("tile", 1, 9, 2),
                new Parameter.Whole("width", -3, 3, 1)),
            List.of("tile / 3 < 2 || (tiled ? width : 2) > 1", "width in [1, 2, -3]"),
            Map.of("tile", "tiled"),
            Map.of("tile", "3"));
    StringWriter out = new StringWriter();

    T1Writer.write(space, out);

    TuningProblem problem = read(out.toString());
    assertThat(problem.restrictions())
        .containsExactly(
            "tile // 3 < 2 or (width if tiled else 2) > 1",
            "width in [1, 2, -3]",
            "tiled or tile == 3");
    assertThat(problem.space().constraints())
        .containsExactly(
            "tile / 3 < 2 || (tiled ? width : 2) > 1",
            "width == 1 || width == 2 || width == -3",
            "tiled || tile == 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"width / 2 > 1", "width % 2 == 0", "size('a') > 1", "tile == \"\\\\\""})
  void refusesToWriteWhatHasNoCounterpart(String constraint) {
    SpaceDefinition space =
        SpaceDefinition.of(
            "odd",
            List.of(new Parameter.Whole("tile", 1, 9, 2), new Parameter.Whole("width", -3, 3, 1)),
            List.of(constraint));

    assertThatThrownBy(() -> T1Writer.write(space, new StringWriter()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(constraint + ", character ");
  }

  @Test
  void refusesToWriteAnOrderOfItems() {
    SpaceDefinition space =
        SpaceDefinition.of(
            "passes", List.of(new Parameter.Permutation("p", List.of("a", "b"))), List.of());

    assertThatThrownBy(() -> T1Writer.write(space, new StringWriter()))
        .hasMessageContaining("p is an order of items");
  }

  @ParameterizedTest
  @CsvSource({
    "convolution, 3, 8", "convolution_milo, 4, 10", "dedispersion_milo, 3, 8",
    "gemm_milo, 8, 17", "hotspot_milo, 4, 10", "pnpoly, 0, 4"
  })
  void readsTheFilesOfTheBenchmarks(String name, int constraints, int parameters)
      throws IOException {
    Path file = Path.of("../bench-data/tuning-spaces/t1", name + ".json");
    try (Reader reader = Files.newBufferedReader(file)) {
      TuningProblem problem = T1Reader.read(reader, name);

      assertThat(problem.space().constraints()).hasSize(constraints);
      assertThat(problem.space().parameters()).hasSize(parameters);
      StringWriter out = new StringWriter();
      T1Writer.write(problem.space(), out);
      assertThat(read(out.toString()).space()).isEqualTo(problem.space());
    }
  }
}
