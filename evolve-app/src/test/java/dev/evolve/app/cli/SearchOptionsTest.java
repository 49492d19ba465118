package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class SearchOptionsTest {

  @Command(name = "holder")
  private static final class Holder {
    @CommandLine.Mixin private final SearchOptions options = new SearchOptions();
  }

  private static Map<String, Object> fields(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options.fields();
  }

  @Test
  void leavesEverythingToTheServiceUnlessItIsGiven() {
    assertThat(fields()).isEmpty();
  }

  @Test
  void sendsEveryOptionAsTheFieldThatTheApiTakes() {
    assertThat(
            fields(
                "--strategy=random",
                "--parallel=4",
                "--device-seconds=90.5",
                "--money=2.50",
                "--price-per-device-hour=3",
                "--worth-of-percent=0",
                "--no-memory"))
        .isEqualTo(
            Map.of(
                "strategy",
                "random",
                "parallel",
                4,
                "limits",
                Map.of(
                    "deviceSeconds", new BigDecimal("90.5"),
                    "money", new BigDecimal("2.50"),
                    "pricePerDeviceHour", new BigDecimal("3"),
                    "worthOfPercent", new BigDecimal("0")),
                "forgets",
                true));
  }

  @Test
  void evolveRunExplainsEveryOption() {
    assertThat(new CommandLine(new RunCommand()).getUsageMessage())
        .contains("--strategy", "--parallel", "--device-seconds", "--money")
        .contains("--price-per-device-hour", "--worth-of-percent", "--no-memory");
  }

  @Test
  void leavesThePriceOfMoneyToThePack() {
    assertThat(fields("--money", "2"))
        .isEqualTo(Map.of("limits", Map.of("money", new BigDecimal("2"))));
  }

  @ParameterizedTest(name = "{0} is refused: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --strategy=luck             | --strategy wants one of portfolio,
          --strategy=luck             | found 'luck'
          --parallel=0                | --parallel wants 1 to 64, found 0
          --parallel=65               | --parallel wants 1 to 64, found 65
          --device-seconds=0          | --device-seconds wants a positive number, found 0
          --money=-2                  | --money wants a positive number, found -2
          --price-per-device-hour=0.0 | --price-per-device-hour wants a positive number, found 0.0
          --worth-of-percent=-1       | --worth-of-percent wants 0 or more, found -1
          """)
  void refusesWhatMakesNoSense(String argument, String message) {
    assertThatThrownBy(() -> fields(argument))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"--parallel=many", "--money=much", "--device-seconds=1h"})
  void refusesWhatIsNoNumberNamingTheOption(String argument) {
    assertThatThrownBy(() -> fields(argument))
        .isInstanceOf(CommandLine.ParameterException.class)
        .hasMessageContaining(argument.substring(0, argument.indexOf('=')));
  }
}
