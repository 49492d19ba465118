package dev.evolve.search.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.search.replay.RandomWalk.ScoredTrace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The scorer against golden values that the reference scorer gave for the same random walks on the
 * spaces of {@code bench-data/tuning-spaces}.
 */
class ScorerTest {

  private static final double CLOSE = 0.001;
  private static final int RUNS = 20;
  private static final int[] TIMES = {0, 100, 500, 900, 999};

  static Stream<String> spaces() throws IOException {
    return golden().propertyNames().stream();
  }

  @ParameterizedTest
  @MethodSource("spaces")
  void givesTheReferencesScores(String name) throws IOException {
    JsonNode golden = golden().get(name);
    String group = name.startsWith("convolution_milo") ? "hub" : "legacy";
    MeasuredSpace space =
        MeasuredSpaces.read(Path.of("../bench-data/tuning-spaces", group, name + ".json.gz"));
    Scorer scorer = new Scorer(space);

    assertThat(scorer.budgetSeconds()).isCloseTo(golden.get("budget").asDouble(), within(CLOSE));
    assertThat(scorer.windowStart()).isCloseTo(golden.get("start").asDouble(), within(CLOSE));
    assertThat(scorer.windowEnd()).isCloseTo(golden.get("end").asDouble(), within(CLOSE));
    assertThat(scorer.evaluationsToTarget()).isEqualTo(golden.get("evaluations").asInt());
    assertThat(scorer.optimum()).isEqualTo(golden.get("optimum").asDouble());

    List<ScoredTrace> walks =
        IntStream.rangeClosed(1, RUNS)
            .mapToObj(seed -> RandomWalk.of(space, scorer.budgetSeconds(), seed))
            .toList();
    List<int[]> ranks =
        walks.stream().map(walk -> scorer.ranks(walk.seconds(), walk.best())).toList();
    assertThat(scorer.score(ranks)).isCloseTo(golden.get("score").asDouble(), within(CLOSE));
    double[] performance = scorer.performance(ranks);
    for (int i = 0; i < TIMES.length; i++) {
      assertThat(performance[TIMES[i]])
          .isCloseTo(golden.get("at").get(i).asDouble(), within(CLOSE));
    }
    List<Double> single = new ArrayList<>();
    for (int i = 0; i < golden.get("single").size(); i++) {
      single.add(scorer.score(List.of(ranks.get(i))));
      assertThat(single.get(i)).isCloseTo(golden.get("single").get(i).asDouble(), within(CLOSE));
      assertThat(walks.get(i).best()).hasSize(golden.get("evals").get(i).asInt());
    }
  }

  private static JsonNode golden() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ScorerTest.class.getResourceAsStream("golden-scores.json"))) {
      return JsonMapper.shared().readTree(in);
    }
  }
}
