package dev.evolve.search.noise;

import dev.evolve.search.Cost;

/** What a racing search has paid, and what samples cost on average. */
final class Account {

  private double build;
  private double run;
  private double endingBuild;
  private double endingRun;
  private long builds;
  private long samples;

  void pay(Cost cost, boolean isEnding) {
    build += cost.buildSeconds();
    run += cost.runSeconds();
    builds += cost.buildSeconds() > 0 ? 1 : 0;
    if (isEnding) {
      endingBuild += cost.buildSeconds();
      endingRun += cost.runSeconds();
    }
  }

  void count(int taken) {
    samples += taken;
  }

  Cost total() {
    return new Cost(build, run);
  }

  Cost ending() {
    return new Cost(endingBuild, endingRun);
  }

  /** How many samples cost as much as one build, on average; 0 if it is not known. */
  double samplesPerBuild() {
    return builds == 0 || samples == 0 || run == 0 ? 0 : build / builds / (run / samples);
  }
}
