package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentationSectionTest {

  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private final BenchSetting setting = new BenchSetting(SOURCE, true, "abc", "machine", null);

  @Test
  void findsStepsAfterwardsBesideOtavaOnTheSameSeries() {
    List<BenchResult> rows = new SegmentationSection(6).measure(setting, new GatesData(setting));

    assertThat(rows).hasSize(3);
    assertThat(rows).allMatch(row -> row.rival().equals("Otava default, one pass"));
    assertThat(rows.get(0).value()).isLessThan(0.5);
    assertThat(rows.get(2).value()).isGreaterThan(0.6);
  }
}
