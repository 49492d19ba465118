package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConformanceSectionTest {

  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private final BenchSetting setting = new BenchSetting(SOURCE, true, "abc", "machine", null);

  @Test
  void answersEveryCaseOfTheOtherProjectsAsTheyDo() {
    List<BenchResult> rows = GatesBench.run(List.of(new ConformanceSection()), setting);

    assertThat(rows).extracting(BenchResult::value).containsExactly(33.0, 10.0, 7.0);
    assertThat(rows).allMatch(row -> Boolean.TRUE.equals(row.met()));
  }
}
