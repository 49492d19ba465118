package dev.evolve.measure;

/** Which of the two that are measured side by side. */
public enum Arm {
  BASELINE,
  CANDIDATE
}
