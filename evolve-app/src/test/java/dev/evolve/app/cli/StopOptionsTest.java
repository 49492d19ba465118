package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.search.budget.StoppingRule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class StopOptionsTest {

  @Command(name = "host")
  private static final class Host {
    @Mixin private StopOptions stop = new StopOptions();
  }

  private static @Nullable StoppingRule rule(String... arguments) {
    Host host = new Host();
    new CommandLine(host).parseArgs(arguments);
    return host.stop.rule();
  }

  @Test
  void makesARuleOfPriceAndWorth() {
    assertThat(rule("--price-per-hour", "7200", "--worth-of-percent", "3"))
        .isEqualTo(new StoppingRule(3, 2, 0, 20));
    assertThat(rule()).isNull();
  }

  @Test
  void refusesHalfARuleAndFiguresThatMakeNone() {
    assertThatThrownBy(() -> rule("--price-per-hour", "1"))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("found only --price-per-hour");
    assertThatThrownBy(() -> rule("--price-per-hour=-1", "--worth-of-percent", "1"))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("pricePerSecond is zero or more");
  }
}
