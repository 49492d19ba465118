package dev.evolve.app.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.FakeTrialStore;
import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.Prior;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchBenchTest {

  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private final BenchSetting setting = new BenchSetting(SOURCE, true, "abc", "machine", null);

  @Test
  void knowsWhatTheRivalsScoreOnTheSpacesThatEvolveShips() {
    try (SearchData data = new SearchData(setting)) {
      List<String> spaces = data.files().stream().map(file -> file.name()).toList();
      Rivals rivals = data.rivals();

      assertThat(spaces).hasSize(4);
      assertThat(rivals.mean("sa_default", spaces, Rivals.Figures::score).orElseThrow())
          .isBetween(0.7, 0.8);
      assertThat(rivals.bestInHindsight(spaces).orElseThrow())
          .isGreaterThan(rivals.mean("sa_default", spaces, Rivals.Figures::score).orElseThrow());
      assertThat(rivals.mean("sa_default", List.of("nobody/knows"), Rivals.Figures::score))
          .isEmpty();
      assertThat(rivals.name("sa_default")).isEqualTo("Kernel Tuner simulated annealing");
    }
  }

  @Test
  void saysWhyThereIsNoMemoryWhereTheKnowledgeStoreCannotBeStarted() {
    List<BenchResult> rows = SearchBench.run(List.of(new MemorySection()), setting);

    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().met()).isFalse();
    assertThat(rows.getFirst().metric())
        .contains("memory of other devices", "evolve.services.neo4j.classpath-file is not set");
  }

  @Test
  void putsEveryFileIntoTheStoreAndAsksForTheSameKernelOnOtherDevices() {
    FakeTrialStore store = new FakeTrialStore();
    try (SearchData data = new SearchData(setting)) {
      List<MemorySection.Device> devices = MemorySection.remembered(data, store);

      assertThat(devices).hasSize(4);
      assertThat(store.offered).allMatch(set -> set.trials().size() > 1_000);
      for (MemorySection.Device device : devices) {
        Prior prior = store.prior(device.kernel(), device.hardware(), Instant.EPOCH);
        assertThat(prior.sources()).hasSize(1);
        assertThat(prior.sources().getFirst().name()).doesNotStartWith(device.hardware());
      }
    }
  }

  @Test
  void tellsMakersByTheDevice() {
    KnownSpace one = new KnownSpace("NVIDIA A100 (4096)", 0, List.of(), List.of());
    KnownSpace other = new KnownSpace("AMD W6600 (4096)", 0, List.of(), List.of());
    Prior both = new Prior(List.of(one, other));

    assertThat(MemorySection.foreign(both, "NVIDIA A4000").sources()).containsExactly(other);
    assertThat(MemorySection.foreign(both, "AMD W7800").sources()).containsExactly(one);
  }
}
