package dev.evolve.search.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.format.Literal;
import dev.evolve.search.format.TuningCache;
import dev.evolve.search.format.TuningCache.Entry;
import dev.evolve.search.format.TuningCache.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredSpaceTest {

  private final MeasuredSpace space = SmallSpace.make();

  @Test
  void givesTheRecordedOutcomeCostAndTimings() {
    int row = space.rowOf(space.space().point(Map.of("x", "10", "y", "4")));

    assertThat(space.value(row)).isEqualTo(5);
    assertThat(space.outcome(row)).isEqualTo(new Outcome.Measured(5, 0.25, 2));
    assertThat(space.cost(row)).isEqualTo(new Cost(0.6, 0.404));
    assertThat(space.seconds(row)).isEqualTo(1.004);
    assertThat(space.timings(row)).isEqualTo(2);
    assertThat(space.timing(row, 1)).isEqualTo(5.25);
    assertThat(space.rowOf(space.at(row))).isEqualTo(row);
  }

  @Test
  void chargesForAConfigurationThatFailed() {
    int row = space.rowOf(space.space().point(Map.of("x", "0", "y", "3")));

    assertThat(space.outcome(row))
        .isEqualTo(new Outcome.Failed(Outcome.Reason.BUILD, "CompilationFailedConfig"));
    assertThat(space.value(row)).isNaN();
    assertThat(space.cost(row)).isEqualTo(new Cost(0.6, 0));
    assertThat(space.timings(row)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "CompilationFailedConfig, BUILD",
    "RuntimeFailedConfig, RUN",
    "InvalidConfig, INFEASIBLE",
    "timeout, LIMIT",
    "SomethingElse, RUN"
  })
  void saysWhyAConfigurationFailed(String error, Outcome.Reason reason) {
    LinkedHashMap<String, List<Literal>> parameters = new LinkedHashMap<>();
    parameters.put("mode", List.of(Literal.of("b"), Literal.of("a")));
    Entry entry =
        new Entry(List.of(Literal.of("a")), new Result.Error(error), 0, 0, 0, 0, 0, "", Map.of());
    TuningCache cache =
        new TuningCache("", "", List.of(), "time", parameters, List.of(entry), false);

    MeasuredSpace made = MeasuredSpace.of("one", cache);

    assertThat(made.outcome(0)).isEqualTo(new Outcome.Failed(reason, error));
    assertThat(made.space().values(made.at(0))).isEqualTo(Map.of("mode", "a"));
  }
}
