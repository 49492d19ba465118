package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.WantedMetric;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementHostTest {

  private static final BenchPack FRUGAL =
      CampaignFixtures.wanting(new WantedMetric("time", 1), new WantedMetric("energy", 0.5));

  @Test
  void refusesAPackThatWantsEnergyWhereNoneCanBeRead() {
    assertThatThrownBy(() -> new MeasurementHost(1).requireMeasurable(FRUGAL))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("no energy counter can be read on this machine")
        .hasMessageContaining("take it out of the objectives");
  }

  @Test
  void takesEveryPackWhoseMetricsItCanMeasure() {
    PowerReading reading =
        new PowerReading(List.of(new PowerReading.EnergyCounter("package-0", 1, 9)), List.of());

    assertThatCode(() -> new MeasurementHost(1, () -> reading).requireMeasurable(FRUGAL))
        .doesNotThrowAnyException();
    assertThatCode(() -> new MeasurementHost(1).requireMeasurable(CampaignFixtures.pack()))
        .doesNotThrowAnyException();
    BenchPack other =
        CampaignFixtures.wanting(new WantedMetric("time", 1), new WantedMetric("peak-rss", 0.5));
    assertThatCode(() -> new MeasurementHost(1).requireMeasurable(other))
        .doesNotThrowAnyException();
  }
}
