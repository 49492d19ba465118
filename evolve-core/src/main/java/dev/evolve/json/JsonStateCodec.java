package dev.evolve.json;

import dev.evolve.loop.LoopState;
import dev.evolve.loop.StateCodec;

/**
 * A loop's state as the project's JSON: what {@link Json} says of it holds.
 *
 * @param type the state's class
 * @param <S> the state type
 */
public record JsonStateCodec<S extends LoopState>(Class<S> type) implements StateCodec<S> {

  @Override
  public byte[] encode(S state) {
    return Json.writeBytes(state);
  }

  @Override
  public S decode(byte[] json) {
    return Json.read(json, type);
  }
}
