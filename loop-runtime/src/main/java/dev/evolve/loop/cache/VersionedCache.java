package dev.evolve.loop.cache;

/** Holds what was computed with the weights of some component, and can drop what is stale. */
public interface VersionedCache {

  /**
   * Puts a version of a component into force: what was computed with another version of it is
   * dropped and can no longer be found; what other components made stays.
   *
   * @return how many entries were dropped
   */
  int dropComponent(String component, String versionInForce);
}
