package dev.evolve.app.bench.gates;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import java.util.List;

/** A part of the bench of the gates. */
interface GatesSection {

  /** What it measures, in a line. */
  String title();

  /** Measures it. */
  List<BenchResult> measure(BenchSetting setting, GatesData data);
}
