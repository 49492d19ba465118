package dev.evolve.loop.port;

/** Where identities come from. */
public interface IdSource {

  /** An identity that is unique for ever and sorts by the time it was made (a ULID or alike). */
  String nextId();
}
