package dev.evolve.pack;

import java.util.List;
import java.util.function.BiConsumer;

/** What must hold within the output of a pack, and between its hashes and the build's artifacts. */
final class OutputChecks {

  private final BiConsumer<String, String> report;

  /**
   * @param report takes a field and what is wrong with it
   */
  OutputChecks(BiConsumer<String, String> report) {
    this.report = report;
  }

  /**
   * @param output the output
   * @param artifacts what the build makes; empty if that is not known
   */
  void check(BenchPack.Output output, List<String> artifacts) {
    boolean bitwise = output.measure() == BenchPack.Output.Measure.BITWISE;
    if (bitwise && output.tolerance() != 0) {
      report.accept("output.tolerance", "must be 0 where every byte has to be equal");
    }
    if (!bitwise && output.dtype() == BenchPack.Output.Dtype.BYTES) {
      report.accept("output.measure", "bytes can only be compared bitwise");
    } else if (!bitwise && !output.dtype().isFloating()) {
      report.accept(
          "output.measure", "whole numbers agree only if they are equal; bitwise was wanted");
    }
    checkDistance(output);
    checkCovered(output.demands().hashes(), artifacts);
  }

  private void checkDistance(BenchPack.Output output) {
    OutputDemands demands = output.demands();
    boolean asksDistance = demands.ulps() != null || !demands.reference().isEmpty();
    if (output.wantsEqualBytes() && asksDistance) {
      String field = demands.ulps() != null ? "output.ulps" : "output.reference";
      report.accept(
          field, "says how far outputs may be apart, but here every byte has to be equal");
    }
  }

  private void checkCovered(List<OutputDemands.DeclaredHash> hashes, List<String> artifacts) {
    for (int i = 0; i < hashes.size(); i++) {
      for (String covered : hashes.get(i).covers()) {
        if (!artifacts.isEmpty() && !artifacts.contains(covered)) {
          report.accept(
              FieldPath.item("output.hashes", i) + ".covers",
              Excerpt.of(covered) + " is not under build.artifacts, which are " + artifacts);
        }
      }
    }
  }
}
