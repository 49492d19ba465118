package dev.evolve.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HostileYamlTest {

  private final PackReader reader = new PackReader();

  static Stream<Arguments> hostile() {
    return Stream.of(
        Arguments.of("nothing", "", 1, "the file is empty"),
        Arguments.of("only a comment", "# hello\n", 1, "the file is empty"),
        Arguments.of("a list", "- a\n- b\n", 1, "wants a mapping, found array"),
        Arguments.of("a scalar", "hello", 1, "wants a mapping, found string hello"),
        Arguments.of("a null", "~", 1, "wants a mapping, found null"),
        Arguments.of("a repeated key", "name: a\nname: b\n", 2, "given twice; keep one"),
        Arguments.of("an alias", "a: &x [1]\nb: *x\n", 2, "YAML aliases are not accepted"),
        Arguments.of("an anchor", "\na: &x 1\n", 2, "YAML anchors are not accepted"),
        Arguments.of("a merge key", "a: 1\n<<: {b: 1}\n", 2, "YAML merge keys are not accepted"),
        Arguments.of(
            "a type of Java", "a: !!javax.script.ScriptEngineManager []\n", 1, "tags are not"),
        Arguments.of("a local tag", "a: !secret x\n", 1, "YAML tags are not accepted"),
        Arguments.of("a standard tag", "a: !!str 5\n", 1, "YAML tags are not accepted"),
        Arguments.of("two documents", "name: a\n---\nname: b\n", 2, "found a second"),
        Arguments.of("a collection as key", "? [a, b]\n: c\n", 1, "found a collection"),
        Arguments.of("a tab as indentation", "a:\n\tb: 1\n", 2, "not YAML"),
        Arguments.of("an unclosed bracket", "a: [1, 2\nb: 3\n", 2, "not YAML"),
        Arguments.of("an unknown directive", "%FOO bar\n---\na: 1\n", 3, "is not a field"),
        Arguments.of("a control character", "name: a\nb: \u0000\n", 2, "U+0000"),
        Arguments.of("an escape in the middle", "name: \u001b[31mred\n", 1, "U+001B"),
        Arguments.of("an infinite number", "version: 1e9999\n", 1, "is out of range"),
        Arguments.of("a huge integer", "version: " + "9".repeat(60) + "\n", 1, "is out of range"),
        Arguments.of("a huge exponent", "version: 1e99999999\n", 1, "is not 1"),
        Arguments.of("deep nesting", "a: " + "[".repeat(100_000), 1, "levels deep"),
        Arguments.of("deep mappings", "a: " + "{a: ".repeat(50_000), 1, "levels deep"),
        Arguments.of(
            "many values", "a: [" + "1,".repeat(50_000) + "1]", 1, "more than 20000 values"),
        Arguments.of("a large file", "a: " + "x".repeat(300_000), 1, "larger than"),
        Arguments.of("many unknown fields", manyFields(), 1, "is missing"));
  }

  private static String manyFields() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      text.append('f').append(i).append(": 1\n");
    }
    return text.toString();
  }

  @ParameterizedTest(name = "{0} is refused")
  @MethodSource("hostile")
  void refuses(String name, String text, int line, String message) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () ->
            assertThatThrownBy(() -> reader.read(text, "evolve.yaml"))
                .as(name)
                .isInstanceOfSatisfying(
                    InvalidPackException.class,
                    e ->
                        assertThat(e.problems())
                            .hasSizeLessThanOrEqualTo(101)
                            .anySatisfy(
                                problem -> {
                                  assertThat(problem.line()).isEqualTo(line);
                                  assertThat(problem.message()).contains(message);
                                })));
  }

  @Test
  void billionLaughsAreRefusedWithoutBeingExpanded() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertThatThrownBy(() -> reader.read(text.toString(), "evolve.yaml"))
        .isInstanceOf(InvalidPackException.class)
        .hasMessageContaining("YAML aliases are not accepted");
  }

  @Test
  void bytesThatAreNotTextAreRefused() {
    assertThatThrownBy(() -> reader.read(new byte[] {'a', (byte) 0xc3, '('}, "evolve.yaml"))
        .isInstanceOf(InvalidPackException.class)
        .hasMessage("evolve.yaml:1: the file is not UTF-8 text");
  }

  @Test
  void aMessageNeverCarriesControlCharactersOfTheFile() {
    String text = "\"a\\e[2J\\nb\": 1\n";

    assertThatThrownBy(() -> reader.read(text.getBytes(StandardCharsets.UTF_8), "evolve.yaml"))
        .isInstanceOfSatisfying(
            InvalidPackException.class,
            e ->
                assertThat(e.problems())
                    .allSatisfy(
                        problem ->
                            assertThat(problem.describe().codePoints())
                                .noneMatch(Character::isISOControl)));
  }

  @Test
  void longTextIsCutInMessages() {
    assertThatThrownBy(() -> reader.read("domain: " + "x".repeat(10_000), "evolve.yaml"))
        .isInstanceOfSatisfying(
            InvalidPackException.class,
            e ->
                assertThat(e.problems())
                    .allSatisfy(p -> assertThat(p.describe().length()).isLessThan(400)));
  }
}
