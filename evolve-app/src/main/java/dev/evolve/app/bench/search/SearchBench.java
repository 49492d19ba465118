package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.Sections;
import dev.evolve.app.bench.SelfBench;
import dev.evolve.search.replay.ReplayTable.Estimate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The search on measured spaces, held against other tuners on the same files. */
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
  public boolean hasSections() {
    return true;
  }

  @Override
  public List<BenchResult> run(BenchSetting setting) {
    return run(SECTIONS, setting);
  }

  static List<BenchResult> run(List<Section> sections, BenchSetting setting) {
    try (SearchData data = new SearchData(setting)) {
      return Sections.run(
          NAME, setting, sections, Section::title, section -> section.measure(setting, data));
    }
  }

  /** A figure of this bench with its interval; {@code met} is null where there is no goal. */
  static BenchResult row(
      BenchSetting setting,
      SearchData data,
      String metric,
      Estimate estimate,
      String goal,
      @Nullable Boolean met) {
    return setting.result(
        NAME,
        metric,
        estimate.value(),
        estimate.low(),
        estimate.high(),
        "",
        goal,
        met,
        data.runs());
  }
}
