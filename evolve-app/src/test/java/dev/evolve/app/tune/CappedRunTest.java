package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.tune.CommandMeasurer.Step;
import dev.evolve.cuda.NvmlMeter;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.PowerReading;
import dev.evolve.measure.PowerReading.EnergyCounter;
import dev.evolve.measure.PowerReading.Temperature;
import dev.evolve.measure.PowerSource;
import dev.evolve.search.Outcome;
import dev.evolve.search.objective.Caps;
import dev.evolve.search.prior.Prior;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Runs that are held to caps on power and heat. */
class CappedRunTest {

  private static final NvmlMeter.Opening NO_DEVICE =
      new NvmlMeter.Opening.Unavailable("no library");

  private static PowerReading reading(long joules, double celsius) {
    return new PowerReading(
        List.of(new EnergyCounter("package-0", joules * 1_000_000, Long.MAX_VALUE)),
        List.of(new Temperature("zone", celsius)));
  }

  private static Step run(Caps caps, String command, PowerReading... readings) throws Exception {
    Deque<PowerReading> next = new ArrayDeque<>(List.of(readings));
    TuneRequest request =
        new TuneRequest(
                command,
                null,
                null,
                "ms",
                false,
                1,
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                "random",
                7)
            .with(Prior.NONE, caps);
    Step step = new CommandMeasurer(request, null, next::removeFirst).run(new TreeMap<>(), 0);
    assertThat(next).isEmpty();
    return step;
  }

  @Test
  void aRunThatWasTooHotIsMadeAgain() throws Exception {
    Step step =
        run(
            new Caps(null, 80.0),
            "echo 1.5",
            reading(0, 50),
            reading(1, 90),
            reading(2, 85),
            reading(3, 60));

    assertThat(step.samples()).containsExactly(1.5);
  }

  @Test
  void aRunThatDrewTooMuchIsMadeAgain() throws Exception {
    Step step =
        run(
            new Caps(1_000.0, null),
            "echo 1.5",
            reading(0, 50),
            reading(1_000_000, 50),
            reading(1_000_000, 50),
            reading(1_000_000, 50));

    assertThat(step.samples()).containsExactly(1.5);
  }

  @Test
  void aMachineThatStaysTooHotIsNoFailureOfTheConfiguration() throws Exception {
    PowerReading hot = reading(0, 90);

    Step step = run(new Caps(null, 80.0), "echo 1.5", hot, hot, hot, hot, hot, hot);

    assertThat(step.failure())
        .isEqualTo(
            new Outcome.Failed(
                Outcome.Reason.INFRASTRUCTURE,
                "3 runs were above the caps on power or heat; let the machine cool down"));
    assertThat(step.seconds()).isPositive();
  }

  @Test
  void aRunThatFailsIsNotMadeAgain() throws Exception {
    Step step = run(new Caps(null, 80.0), "exit 3", reading(0, 90), reading(0, 90));

    assertThat(step.failure()).isEqualTo(new Outcome.Failed(Outcome.Reason.RUN, "exit code 3"));
  }

  @Test
  void whatCannotBeReadNowAndThenCounts() throws Exception {
    Step step = run(new Caps(100.0, 80.0), "echo 1.5", PowerReading.ABSENT, PowerReading.ABSENT);

    assertThat(step.samples()).containsExactly(1.5);
  }

  @Test
  void nothingIsReadWithoutCaps() throws Exception {
    assertThat(run(Caps.NONE, "echo 1.5").samples()).containsExactly(1.5);
  }

  @Test
  void capsAreRefusedWhereWhatTheyAreAboutCannotBeRead() {
    PowerSource nothing = () -> PowerReading.ABSENT;
    try (MachinePower machine = MachinePower.of(nothing, NO_DEVICE)) {
      assertThatThrownBy(() -> machine.require(new Caps(100.0, null)))
          .isInstanceOf(EvolveException.class)
          .hasMessageStartingWith("--max-watts wants a counter of energy that can be read")
          .hasMessageContaining("no library");
      assertThatThrownBy(() -> machine.require(new Caps(null, 80.0)))
          .hasMessageStartingWith("--max-celsius wants a temperature");
      machine.require(Caps.NONE);
      assertThat(machine.describe()).containsExactly("energy of nothing; heat of nothing");
    }
    try (MachinePower machine = MachinePower.of(() -> reading(1, 40), NO_DEVICE)) {
      machine.require(new Caps(100.0, 80.0));
      assertThat(machine.describe()).containsExactly("energy of package-0; heat of zone");
    }
  }
}
