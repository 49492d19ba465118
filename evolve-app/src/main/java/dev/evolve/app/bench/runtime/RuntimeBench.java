package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.Sections;
import dev.evolve.app.bench.SelfBench;
import java.util.List;

/** The loop runtime: what a step, a parked loop, a batch and a stored step cost. */
public final class RuntimeBench implements SelfBench {

  static final String NAME = "runtime";

  private static final List<Section> SECTIONS =
      List.of(
          new DriverSection(),
          new MemorySection(),
          new FairnessSection(),
          new BatchSection(),
          new GateSection(),
          new RecoverySection(),
          new StoreSection(),
          new ServingSection(),
          new ServeStartSection());

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the loop runtime: cost of a step, memory, fairness, batches, store, serving";
  }

  @Override
  public boolean hasSections() {
    return true;
  }

  @Override
  public List<BenchResult> run(BenchSetting setting) {
    return Sections.run(
        NAME, setting, SECTIONS, Section::title, section -> section.measure(setting));
  }

  /** A part of the bench. */
  interface Section {

    /** What it measures, in a line. */
    String title();

    /** Measures it. */
    List<BenchResult> measure(BenchSetting setting);
  }
}
