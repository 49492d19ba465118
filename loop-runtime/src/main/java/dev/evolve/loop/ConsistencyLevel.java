package dev.evolve.loop;

/** How closely two executions of a loop are held to agree, from the strictest scope outwards. */
public enum ConsistencyLevel {
  /** One component's output. */
  C0_COMPONENT,
  /** The whole trajectory at a fixed seed. */
  C1_LOOP,
  /** Behaviour of training and serving. */
  C2_BEHAVIOUR,
  /** The distribution of outputs. */
  C3_DISTRIBUTION,
  /** The quality of artifacts. */
  C4_QUALITY
}
