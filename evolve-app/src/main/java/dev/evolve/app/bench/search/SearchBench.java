package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.SelfBench;
import java.util.ArrayList;
import java.util.List;

/**
 * The search on measured spaces, held against other tuners on the same files. A section that fails
 * is a row that fails; what the others measured is kept.
 */
public final class SearchBench implements SelfBench {

  static final String NAME = "search";

  private static final List<Section> SECTIONS =
      List.of(
          new ColdSection(),
          new SingleStrategiesSection(),
          new OwnTimeSection(),
          new ProfileSection(),
          new MemorySection(),
          new NoiseSection(),
          new RepeatSection(),
          new FeasibleSetSection(),
          new PackSection());

  /** A part of the bench. */
  interface Section {

    /** What it measures, in a line. */
    String title();

    /** Measures it. */
    List<BenchResult> measure(BenchSetting setting, SearchData data);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the search on measured spaces: score, reach, own time, repeatability, feasible sets";
  }

  @Override
  public List<BenchResult> run(BenchSetting setting) {
    List<BenchResult> results = new ArrayList<>();
    try (SearchData data = new SearchData(setting)) {
      for (int i = 0; i < SECTIONS.size(); i++) {
        Section section = SECTIONS.get(i);
        System.out.printf("  | %d of %d: %s%n", i + 1, SECTIONS.size(), section.title());
        results.addAll(measured(section, setting, data));
      }
    }
    return results;
  }

  static List<BenchResult> measured(Section section, BenchSetting setting, SearchData data) {
    try {
      return section.measure(setting, data);
    } catch (RuntimeException e) {
      System.out.println("  | FAILED: " + e);
      return List.of(
          setting.result(
              NAME, section.title() + ": failed, " + e, 0, 0, 0, "", "no failure", false, 0));
    }
  }
}
