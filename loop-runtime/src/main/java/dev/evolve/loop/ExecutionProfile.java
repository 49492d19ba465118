package dev.evolve.loop;

/** How a loop runs. */
public enum ExecutionProfile {
  /** Serving: no behaviour capture. */
  SERVE,
  /** Serving plus behaviour capture; same bytes out. */
  ROLLOUT,
  /** Training. */
  TRAIN
}
