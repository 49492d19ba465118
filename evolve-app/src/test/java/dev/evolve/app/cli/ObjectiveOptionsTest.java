package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.search.objective.Limit;
import dev.evolve.search.objective.Metric;
import dev.evolve.search.objective.Preferences;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ObjectiveOptionsTest {

  @Command
  static final class Any {
    @Mixin ObjectiveOptions objectives = new ObjectiveOptions();
  }

  private static ObjectiveOptions parsed(String... arguments) {
    Any any = new Any();
    new CommandLine(any).parseArgs(arguments);
    return any.objectives;
  }

  @Test
  void readsWeightDirectionStepUnitAndLimits() {
    Preferences wanted =
        parsed(
                "--objective", "time_ms",
                "--objective", "rate:0.3:larger:unit=1/s",
                "--objective", "class:step=1:2",
                "--limit", "memory_mb <= 512",
                "--limit", "rate>=1e3",
                "--soft-limit", "energy_j<=40:0.5")
            .preferences();

    assertThat(wanted)
        .isEqualTo(
            new Preferences(
                List.of(
                    Metric.smaller("time_ms", ""),
                    Metric.larger("rate", "1/s"),
                    Metric.steps("class", "", 1),
                    Metric.smaller("energy_j", ""),
                    Metric.steps("memory_mb", "", 1)),
                Map.of("time_ms", 1.0, "rate", 0.3, "class", 2.0),
                List.of(
                    Limit.soft("energy_j", 40, 0.5),
                    Limit.hard("memory_mb", 512),
                    Limit.hard("rate", 1000))));
  }

  @Test
  void wantsNothingWhereNothingIsGiven() {
    assertThat(parsed().preferences()).isNull();
    assertThat(parsed().identity()).isEmpty();
    assertThat(parsed("--objective", "a", "--limit", "b<=1").identity())
        .containsExactly("objective a", "limit b<=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--objective a:heavy | found 'heavy'",
        "--objective 1a | found '1a'",
        "--objective a --objective a:2 | found a twice",
        "--objective a:-1 | the weight of a is zero or more, not -1.0",
        "--objective a:0 | nothing is wanted",
        "--objective a:step=0 | a step is positive and finite, not 0.0",
        "--limit a<=1 | need an --objective",
        "--objective a --limit b<1 | wanted NAME<=BOUND or NAME>=BOUND",
        "--objective a --limit b<=1:2 | wanted NAME<=BOUND or NAME>=BOUND",
        "--objective a --limit a>=1 | a is wanted small, so that a limit on it is <=",
        "--objective a:larger --limit a<=1 | a is wanted large, so that a limit on it is >=",
        "--objective a --soft-limit b<=1:0 | a penalty's weight is positive, not 0.0",
      })
  void saysWhatItCannotRead(String arguments, String wanted) {
    assertThatThrownBy(() -> parsed(arguments.split(" ")).preferences())
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining(wanted);
  }
}
