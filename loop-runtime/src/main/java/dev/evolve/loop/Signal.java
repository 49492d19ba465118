package dev.evolve.loop;

/**
 * Something that happened outside and that a waiting loop was waiting for: a person's decision, a
 * remote worker's answer, a timer.
 *
 * @param name the name that {@link Waiting#signals} lists; {@link #TIMER} for a passed deadline
 * @param payload JSON, empty for a timer
 */
public record Signal(String name, String payload) {

  /** Name of the signal by which the runtime says that the deadline has passed. */
  public static final String TIMER = "timer";
}
