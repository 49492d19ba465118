package dev.evolve.search.noise;

/** Why samples are bought. */
public enum Purpose {
  /** First look at a point that was not measured before. */
  SCREEN,
  /** More samples of a point that is not shown hopeless yet. */
  RACE,
  /** The leader again, so that it does not lead by luck or by a machine that has changed. */
  LEADER,
  /** Fresh samples of the points that may be the best, turn about. */
  SETTLE,
  /** Fresh samples of the winner and the incumbent, turn about. */
  CONFIRM
}
