package dev.evolve.tuning;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Constraint;
import dev.evolve.pack.Knob;
import dev.evolve.pack.PackReader;
import java.nio.file.Path;
import java.util.List;

/** Spaces for the tests of the search. */
final class Spaces {

  static final BenchPack SGEMM = new PackReader().read(Path.of("../bench-packs/cpu-sgemm"));

  private static final PackSearchSpace SGEMM_SPACE = new PackSearchSpace(SGEMM, SGEMM.defaults());

  private Spaces() {}

  static PackSearchSpace sgemm() {
    return SGEMM_SPACE;
  }

  static PackSearchSpace of(List<Knob> knobs, Constraint... constraints) {
    BenchPack pack = pack(knobs, List.of(constraints));
    return new PackSearchSpace(pack, pack.defaults());
  }

  static PackSearchSpace withRealKnob() {
    return of(
        List.of(
            new Knob.IntegerRange("A", 0, 1_000_000, 1, "0", ""),
            new Knob.Real("RATE", 0.001, 1, Knob.Scale.LOG, "0.1", ""),
            new Knob.Bool("FLAG", "false", "")),
        new Constraint("A % 2 == 0", "even"));
  }

  static Knob ordinal(String name, String... values) {
    return new Knob.Ordinal(name, List.of(values), values[0], "");
  }

  static BenchPack pack(List<Knob> knobs, List<Constraint> constraints) {
    return new BenchPack(
        1,
        "toy",
        SGEMM.domain(),
        "A toy.",
        knobs,
        constraints,
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
