package dev.evolve.loop.cache;

/** What came of a value that was to be kept. */
public sealed interface CacheAnswer {

  /** It is kept; so many others were pushed out for it. */
  record Stored(int evicted) implements CacheAnswer {}

  /** A value of that key is there already and stays: values of equal keys are equal. */
  record Kept() implements CacheAnswer {}

  /** It is not kept, and nothing was pushed out. */
  record Refused(String reason) implements CacheAnswer {}
}
