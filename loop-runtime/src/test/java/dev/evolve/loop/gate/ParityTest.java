package dev.evolve.loop.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.loop.LoopResult;
import dev.evolve.loop.StreamChunk;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ParityTest {

  private static Trajectory run(String outcome, List<String> states, String... chunks) {
    List<StreamChunk> emitted =
        java.util.Arrays.stream(chunks).map(data -> StreamChunk.event("e", 0, data)).toList();
    List<Integer> counts =
        java.util.stream.IntStream.range(0, states.size())
            .map(i -> Math.min(i, emitted.size()))
            .boxed()
            .toList();
    return new Trajectory(
        "a", 0, states, emitted, counts, new LoopResult(outcome, new TreeMap<>()));
  }

  @Test
  void findsNothingBetweenEqualRuns() {
    assertThat(
            Parity.firstDivergence(
                run("done", List.of("0", "1"), "x"), run("done", List.of("0", "1"), "x")))
        .isEmpty();
  }

  @Test
  void namesTheFirstStepThatDiffersNotTheLargest() {
    assertThat(
            Parity.firstDivergence(
                run("done", List.of("0", "1", "2"), "x", "y"),
                run("other", List.of("0", "one", "two"), "x", "z")))
        .hasValueSatisfying(
            found -> {
              assertThat(found.step()).isEqualTo(1);
              assertThat(found.what()).isEqualTo("state");
            });
  }

  @Test
  void comparesChunksLengthAndResult() {
    Trajectory whole = run("done", List.of("0", "1"), "x");
    assertThat(Parity.firstDivergence(whole, run("done", List.of("0", "1"), "y")))
        .hasValueSatisfying(found -> assertThat(found.what()).isEqualTo("chunks"));
    assertThat(Parity.firstDivergence(whole, run("done", List.of("0", "1", "2"), "x")))
        .hasValueSatisfying(found -> assertThat(found.what()).isEqualTo("number of steps"));
    assertThat(Parity.firstDivergence(whole, run("cut", List.of("0", "1"), "x")))
        .hasValueSatisfying(found -> assertThat(found.what()).isEqualTo("result"));
  }

  @Test
  void comparesWhatIsPutOutWhateverStepsWereTaken() {
    Trajectory whole = run("done", List.of("0", "1"), "x");
    assertThat(Parity.outputDivergence(whole, run("done", List.of("0", "1", "2"), "x"))).isEmpty();
    assertThat(Parity.outputDivergence(whole, run("done", List.of("0", "1"), "y")))
        .hasValueSatisfying(found -> assertThat(found.what()).isEqualTo("chunks"));
    assertThat(Parity.outputDivergence(whole, run("cut", List.of("0", "1"), "x")))
        .hasValueSatisfying(found -> assertThat(found.what()).isEqualTo("result"));
  }
}
