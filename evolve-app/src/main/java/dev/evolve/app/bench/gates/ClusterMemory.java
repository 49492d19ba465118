package dev.evolve.app.bench.gates;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory of cluster machines at 5 minutes, whose work varies as work does. A window of 8 h is what
 * the work does to memory; each arm adds sawtooth and noise of its own to it.
 */
final class ClusterMemory {

  /** Points of a window, 5 minutes apart; between them lie samples 30 s apart. */
  private static final int WINDOW = 96;

  private static final int BETWEEN = 10;
  private static final int LONG_ENOUGH = 300;
  private static final double PERCENT = SoakDraws.LEVEL / 100;

  private final List<double[]> machines = new ArrayList<>();

  /**
   * @param lines {@code series,idx,value,label}, memory in percent, machines named {@code ali_}
   */
  ClusterMemory(List<String> lines) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (String line : lines) {
      String[] fields = line.split(",", -1);
      if (fields[0].startsWith("ali_")) {
        series.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(Double.valueOf(fields[2]));
      }
    }
    series.values().stream()
        .filter(values -> values.size() > LONG_ENOUGH)
        .map(values -> values.stream().mapToDouble(Double::doubleValue).toArray())
        .forEach(machines::add);
  }

  /** So many pairs of arms on the same window of work. */
  List<SoakSection.Arms> pairs(SoakDraws draws, int count) {
    List<SoakSection.Arms> pairs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] machine = machines.get(draws.below(machines.size()));
      int from = draws.below(machine.length - WINDOW - 1);
      SoakDraws.Process process = draws.process();
      pairs.add(
          new SoakSection.Arms(
              run(draws, process, machine, from), run(draws, process, machine, from)));
    }
    return pairs;
  }

  private static double[] run(
      SoakDraws draws, SoakDraws.Process process, double[] machine, int from) {
    int samples = WINDOW * BETWEEN;
    double[] memory = draws.disturbance(process, samples, SoakDraws.HOURS / samples);
    for (int i = 0; i < samples; i++) {
      int at = from + i / BETWEEN;
      double share = i % BETWEEN / (double) BETWEEN;
      memory[i] += ((1 - share) * machine[at] + share * machine[at + 1]) * PERCENT;
    }
    return memory;
  }
}
