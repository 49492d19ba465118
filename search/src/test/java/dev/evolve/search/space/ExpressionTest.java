package dev.evolve.search.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

  private static final List<Parameter> PARAMETERS = RandomSpaces.PARAMETERS;

  private final ExpressionCompiler compiler = new ExpressionCompiler(PARAMETERS);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nodesSayWhatCelSaysWhateverTheExpressionAndTheValues(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomSpaces spaces = new RandomSpaces(random);
    for (int i = 0; i < 120; i++) {
      Expression expression = compiler.compile(spaces.truth(4));
      for (int j = 0; j < 20; j++) {
        long[] places = drawn(random);
        assertThat(expression.holds(places))
            .as(expression.text() + " at " + values(places))
            .isEqualTo(expression.violation(compiler.typed(values(places))).isEmpty());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void boundsLeaveOutNothingThatMayComeOut(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomSpaces spaces = new RandomSpaces(random);
    for (int i = 0; i < 120; i++) {
      Expression expression = compiler.compile(spaces.truth(4));
      for (int j = 0; j < 20; j++) {
        PlaceRanges ranges = new PlaceRanges(sizes());
        long[] inside = drawnInto(random, ranges);
        for (Clause clause : expression.clauses()) {
          assertThat(clause.node().possible(ranges) & clause.node().outcome(inside))
              .as(expression.text() + " at " + values(inside))
              .isNotZero();
        }
      }
    }
  }

  private static long[] sizes() {
    return PARAMETERS.stream().mapToLong(Parameter::size).toArray();
  }

  /** A point within ranges that are narrowed at random. */
  private static long[] drawnInto(SplittableRandom random, PlaceRanges ranges) {
    long[] places = drawn(random);
    for (int i = 0; i < places.length; i++) {
      ranges.open(
          i, random.nextLong(places[i] + 1), random.nextLong(places[i], PARAMETERS.get(i).size()));
    }
    return places;
  }

  private static long[] drawn(SplittableRandom random) {
    return PARAMETERS.stream().mapToLong(parameter -> random.nextLong(parameter.size())).toArray();
  }

  private static Map<String, String> values(long[] places) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < places.length; i++) {
      values.put(PARAMETERS.get(i).name(), PARAMETERS.get(i).at(places[i]));
    }
    return values;
  }

  @Test
  void whatIsTopLevelConjunctionIsTakenApart() {
    Expression expression = compiler.compile("a > 1 && (b < 3 && f) && (r < 2.0 || c == 'x')");

    assertThat(expression.clauses())
        .extracting(clause -> clause.scope().length)
        .containsExactly(1, 1, 1, 2);
    assertThat(expression.parameters()).containsExactly("a", "b", "c", "f", "r");
  }

  @Test
  void ordersAreAskedWhereAnItemStands() {
    Expression expression = compiler.compile("position(o, 'q') < position(o, 'p')");
    Parameter.Permutation order = (Parameter.Permutation) PARAMETERS.get(5);
    for (long place = 0; place < order.size(); place++) {
      String text = order.at(place);
      assertThat(expression.holds(new long[] {0, 0, 0, 0, 0, place, 0}))
          .isEqualTo(text.indexOf('q') < text.indexOf('p'));
    }
    assertThatThrownBy(() -> compiler.compile("a > 1 && position(o, 'w') == 0"))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessageContaining("an item of o was wanted (p, q, s), found w");
  }

  @Test
  void arithmeticErrorsDoNotHoldAndSaySo() {
    Expression expression = compiler.compile("a / (b - b) == 1");
    Map<String, Object> typed = compiler.typed(values(new long[7]));

    assertThat(expression.holds(new long[7])).isFalse();
    assertThat(expression.violation(typed).orElseThrow())
        .startsWith("a / (b - b) == 1 cannot be evaluated: ")
        .containsIgnoringCase("zero");
    assertThat(compiler.compile("a == 5").violation(typed)).hasValue("a == 5 does not hold");
  }

  @Test
  void saysWhereAnExpressionIsWrong() {
    assertProblem("a >", 1, 4, "mismatched input");
    assertProblem("a > 1 &&\n  nothing == 2", 2, 3, "undeclared reference to 'nothing'");
    assertProblem("a == 'x'", 1, 3, "no matching overload");
    assertProblem("a + 1", 1, 3, "expected type 'bool' but found 'int'");
    assertProblem("[1, 2].exists(i, i == a)", 1, 14, "undeclared reference to 'i'");
  }

  private void assertProblem(String text, int line, int column, String problem) {
    assertThatThrownBy(() -> compiler.compile(text))
        .isInstanceOfSatisfying(
            InvalidExpressionException.class,
            e -> {
              assertThat(e.expression()).isEqualTo(text);
              assertThat(e.problem()).contains(problem);
              assertThat(e.line()).isEqualTo(line);
              assertThat(e.column()).isEqualTo(column);
              assertThat(e).hasMessageContaining("(line " + line + ", column " + column + ")");
            });
  }

  @Test
  void refusesWhatIsTooLongOrTooDeep() {
    assertThatThrownBy(() -> compiler.compile("a == 1" + " || a == 1".repeat(1_000)))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessageContaining("expression code point size exceeds limit")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
    assertThatThrownBy(() -> compiler.compile("(".repeat(900) + "a" + ")".repeat(900)))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessageContaining("recursion");
  }

  @Test
  void longAndNestedExpressionsThatAreAllowedCompileInLinearTime() {
    assertThat(compiler.compile("a == 1" + "+1".repeat(25)).holds(new long[7])).isFalse();
    assertThat(compiler.compile("a != 1" + " && a != 1".repeat(190)).clauses()).hasSize(191);
    String nested = "f";
    for (int i = 0; i < 10; i++) {
      nested = "((" + nested + " ? f : true) == f)";
    }
    assertThat(compiler.compile(nested).clauses()).hasSize(1);
  }

  @Test
  void refusesNamesThatExpressionsCannotUse() {
    assertThatThrownBy(() -> new ExpressionCompiler(List.of(new Parameter.Bool("in"))))
        .hasMessage("in is a word of the expression language; rename the parameter");
    assertThatThrownBy(() -> new ExpressionCompiler(List.of(new Parameter.Bool("2x"))))
        .hasMessageContaining("starts with no digit; found 2x");
    assertThatThrownBy(
            () -> new ExpressionCompiler(List.of(new Parameter.Ordinal("n", List.of("1", "two")))))
        .hasMessageContaining("n is an ordinal, so numbers were wanted, found two");
  }
}
