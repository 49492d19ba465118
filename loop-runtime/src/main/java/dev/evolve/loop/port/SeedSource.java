package dev.evolve.loop.port;

/** Where seeds come from. */
public interface SeedSource {

  /** A seed that was not given out before. */
  long nextSeed();
}
