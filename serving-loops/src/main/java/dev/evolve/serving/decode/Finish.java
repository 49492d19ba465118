package dev.evolve.serving.decode;

import java.util.Locale;

/** Whether and why a text has ended. */
public enum Finish {
  /** It goes on. */
  NONE,
  /** The model ended it, or a stop sequence came up. */
  STOP,
  /** It has as many tokens as were asked for. */
  LENGTH;

  /** The name on the wire, such as {@code length}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
