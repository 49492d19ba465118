package dev.evolve.measure;

/** Where energy counters and temperatures are read; what cannot be read is absent. */
@FunctionalInterface
public interface PowerSource {

  /** What can be read now. */
  PowerReading read();
}
