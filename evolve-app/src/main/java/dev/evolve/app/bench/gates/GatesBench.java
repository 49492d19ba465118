package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.Sections;
import dev.evolve.app.bench.SelfBench;
import java.util.List;

/** The gates on recorded measurements, held against the rules of other tools on the same draws. */
public final class GatesBench implements SelfBench {

  static final String NAME = "gates";

  private static final List<GatesSection> SECTIONS =
      List.of(
          new SameProgramSection(),
          new HostileSection(),
          new PowerSection(),
          new GainSection(),
          new RunsSection(),
          new DetectableSection(),
          new WarmUpSection(),
          new HistorySection(),
          new ConfirmationSection(),
          new SegmentationSection(),
          new SoakSection(),
          new DeterminismSection(),
          new DegenerateSection(),
          new ConformanceSection());

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the gates on recorded measurements: false alarms, power, history, soak, determinism";
  }

  @Override
  public boolean hasSections() {
    return true;
  }

  @Override
  public List<BenchResult> run(BenchSetting setting) {
    return run(SECTIONS, setting);
  }

  static List<BenchResult> run(List<GatesSection> sections, BenchSetting setting) {
    GatesData data = new GatesData(setting);
    return Sections.run(
        NAME, setting, sections, GatesSection::title, section -> section.measure(setting, data));
  }
}
