package dev.evolve.search.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.search.format.PythonExpression.Failure;
import dev.evolve.search.space.Expression;
import dev.evolve.search.space.ExpressionCompiler;
import dev.evolve.search.space.Parameter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonToCelTest {

  private static final SequencedMap<String, List<Literal>> PARAMETERS = parameters();
  private static final List<Map<String, Object>> CONFIGURATIONS = configurations();

  /** What compiles the constraints of spaces: a translation is of use if it takes it. */
  private static final ExpressionCompiler COMPILER =
      new ExpressionCompiler(
          List.of(
              new Parameter.Ordinal("x", List.of("1", "3", "8")),
              new Parameter.Ordinal("y", List.of("2", "3", "16")),
              new Parameter.Ordinal("n", List.of("-7", "-2", "5")),
              new Parameter.Ordinal("r", List.of("0.5", "2.0")),
              new Parameter.Bool("b"),
              new Parameter.Categorical("mode", List.of("fast", "slow"))));

  private static SequencedMap<String, List<Literal>> parameters() {
    TreeMap<String, List<Literal>> parameters = new TreeMap<>();
    parameters.put("x", List.of(Literal.of(1), Literal.of(3), Literal.of(8)));
    parameters.put("y", List.of(Literal.of(2), Literal.of(3), Literal.of(16)));
    parameters.put("n", List.of(Literal.of(-7), Literal.of(-2), Literal.of(5)));
    parameters.put("r", List.of(Literal.of(0.5), Literal.of(2.0)));
    parameters.put("b", List.of(Literal.of(false), Literal.of(true)));
    parameters.put("mode", List.of(Literal.of("fast"), Literal.of("slow")));
    parameters.put("one", List.of(Literal.of(4)));
    return parameters;
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      value = {
        "x*y >= 64 -> x * y >= 64",
        "1 <= x * y <= 32 -> 1 <= x * y && x * y <= 32",
        "x == 0 or y % 32 != 0 -> x == 0 || y % 32 != 0",
        "not (x == 1 and y == 2) -> !(x == 1 && y == 2)",
        "x in [1, 8] -> x == 1 || x == 8",
        "x // y > 2 -> x / y > 2",
        "y % (x / y) == 0 -> y * y % x == 0",
        "y % one == 0 -> y % 4 == 0",
        "x < 12*1024 -> x < 12288",
        "x and not b -> x != 0 && !b",
        "b == True -> b == true",
        "mode != 'fast' -> mode != \"fast\"",
        "x ** 2 < 10 -> x * x < 10",
        "min(x, y) > 1 -> (y < x ? y : x) > 1",
      })
  void writesPlainConstraints(String python, String cel) throws Failure {
    assertThat(new PythonToCel(PARAMETERS).constraint(python)).isEqualTo(cel);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x*y >= 6 and x + y < 11 or b",
        "(x - 2) * (y - 3) > n",
        "n // x == -1",
        "n // 2 < x - 3",
        "n % x == 1",
        "(n - x) % y > 1",
        "x % n == -1",
        "y / x > 2",
        "y / x == 2",
        "x / y + y / x >= 2",
        "y % (x / y) == 0",
        "(x * y) / 3 % 2 == 0",
        "x / y // 1 == 2",
        "x / n < 1",
        "2 < x <= y < 16",
        "not x == 3",
        "not (b and mode == 'fast')",
        "b + x > 3",
        "b * r < 1",
        "r * x <= 4",
        "r / 2 + 0.5 > x / 8",
        "x in (1, 3) and y not in [2, 16]",
        "x in range(2, 9, 2) or x in [i * i for i in range(1, 3)]",
        "mode in ['slow', 'other']",
        "mode < 'medium'",
        "mode == 3 or x == 1",
        "2 ** x > y",
        "x ** 3 - y ** 2 > 0",
        "max(x, y, n) == min([x, y])",
        "abs(n) > x",
        "int(y / x) == 5",
        "int(r) == 0",
        "float(x) > 2.5",
        "(x if b else y) > 2",
        "(x if b else r) > 1.5",
        "x > 2 if b else y > 2",
        "-n > x",
        "x - -n > 0",
        "-(-n) == n",
        "x == 0x8 || !(y == 2) && b",
        "one * x > 8",
        "x",
        "n + 7",
        "mode",
        "True",
        "x - (y - (n - 1)) < 0",
        "x * (y // 2) == 8",
        "x == 1 == b",
      })
  void holdsForTheSameConfigurations(String python) throws Exception {
    String cel = new PythonToCel(PARAMETERS).constraint(python);
    Expression translated = COMPILER.compile(cel);
    PythonExpression expression = PythonParser.parse(python);

    List<Map<String, Object>> differing = new ArrayList<>();
    for (Map<String, Object> configuration : CONFIGURATIONS) {
      boolean wanted = PythonEvaluator.isTrue(new PythonEvaluator(configuration).value(expression));
      Optional<String> violation = translated.violation(configuration);
      assertThat(violation.orElse("")).doesNotContain("cannot be evaluated");
      if (violation.isEmpty() != wanted) {
        differing.add(configuration);
      }
    }
    assertThat(differing).as("%s, which became %s", python, cel).isEmpty();
  }

  private static List<Map<String, Object>> configurations() {
    List<Map<String, Object>> all = List.of(Map.of());
    for (Map.Entry<String, List<Literal>> parameter : PARAMETERS.entrySet()) {
      all =
          all.stream()
              .flatMap(
                  before ->
                      parameter.getValue().stream()
                          .map(
                              value -> {
                                Map<String, Object> more = new HashMap<>(before);
                                more.put(parameter.getKey(), PythonToCel.object(value));
                                return more;
                              }))
              .toList();
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      value = {
        "x & 3 == 0 -> 2 -> '&' is not read",
        "x << 2 > 3 -> 2 -> wanted the end, found <<",
        "z > 1 -> 0 -> 'z' is no parameter",
        "x > -> 3 -> wanted a value, found the end",
        "(x > 1 -> 6 -> wanted ',', found the end",
        "log(x) > 1 -> 0 -> the function 'log' is not known",
        "x ** y > 1 -> 2 -> '**' is translated for exponents",
        "r % 2 == 0 -> 2 -> of real numbers",
        "y % (x / n) == 0 -> 2 -> of real numbers",
        "mode > 3 -> 0 -> cannot be put in order",
        "mode + 1 > 3 -> 0 -> wanted a number",
        "x in mode -> 5 -> wanted a list after 'in'",
        "[1, 2] -> 0 -> a list stands only after 'in'",
        "x == 'a -> 5 -> the text is not closed",
        "x > 99999999999999999999 -> 4 -> no number of 64 bits",
        "lambda > 1 -> 0 -> wanted a value",
        "x.real > 1 -> 1 -> '.' is not read",
      })
  void saysAtWhichCharacterItCannotTranslate(String python, int at, String problem) {
    assertThatThrownBy(() -> new PythonToCel(PARAMETERS).constraint(python))
        .isInstanceOfSatisfying(
            Failure.class,
            failure -> {
              assertThat(failure).hasMessageContaining(problem);
              assertThat(failure.at()).isEqualTo(at);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "-", "[", "x if ", "!"})
  void refusesDeepNesting(String opening) {
    assertThatThrownBy(() -> new PythonToCel(PARAMETERS).constraint(opening.repeat(20_000) + "x"))
        .isInstanceOf(Failure.class);
  }
}
