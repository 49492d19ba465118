package dev.evolve.tuning;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import dev.evolve.pack.PackReader;
import java.nio.file.Path;
import java.util.List;

/** Packs for the tests of the search. */
final class Spaces {

  static final BenchPack SGEMM = new PackReader().read(Path.of("../bench-packs/cpu-sgemm"));

  private Spaces() {}

  static BenchPack pack(List<Knob> knobs, Constraint... constraints) {
    return new BenchPack(
        1,
        "toy",
        SGEMM.domain(),
        "A toy.",
        knobs,
        List.of(constraints),
        SGEMM.configuration(),
        SGEMM.editable(),
        SGEMM.build(),
        SGEMM.bench(),
        SGEMM.scenarios(),
        SGEMM.metrics(),
        SGEMM.output(),
        SGEMM.limits(),
        SGEMM.gates(),
        SGEMM.service(),
        SGEMM.canary(),
        SGEMM.budget());
  }
}
