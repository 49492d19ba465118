package dev.evolve.loop;

/**
 * Serialises one loop's state. Deterministic: equal states give equal bytes.
 *
 * @param <S> the state type
 */
public interface StateCodec<S extends LoopState> {

  /** The state as UTF-8 JSON. */
  byte[] encode(S state);

  /**
   * The state that {@code json} holds.
   *
   * @throws IllegalArgumentException if the bytes are no state of this loop
   */
  S decode(byte[] json);
}
