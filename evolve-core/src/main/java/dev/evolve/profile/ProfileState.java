package dev.evolve.profile;

/**
 * What a profile is good for now. It is worked out whenever somebody asks, since age, environment
 * and better profiles change it without an event of its own.
 */
public enum ProfileState {
  /** The best that is known for its key; it serves. */
  CURRENT,
  /** Measured too long ago, in another environment or over other knobs; re-validate it. */
  STALE,
  /** Shown bad, or taken out by a person; never serves until it is re-validated. */
  QUARANTINED,
  /** Good, but another is shown better or was pinned. */
  SUPERSEDED,
  /** Brought in from elsewhere and not proved here; serves only those who ask for it. */
  IMPORTED
}
