package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfirmationSectionTest {

  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private final BenchSetting setting = new BenchSetting(SOURCE, true, "abc", "machine", null);

  @Test
  void judgesOneRoundOnEachRecordedDay() {
    List<BenchResult> rows = new ConfirmationSection(5).measure(setting, new GatesData(setting));

    assertThat(rows).extracting(BenchResult::samples).containsExactly(115, 115, 115);
    assertThat(rows.getFirst().value()).isLessThan(0.03);
    assertThat(rows.get(1).value()).isGreaterThan(0.7);
    assertThat(rows.get(2).value()).isGreaterThanOrEqualTo(rows.get(1).value());
    assertThat(rows).allMatch(row -> row.rivalValue() != null);
  }
}
