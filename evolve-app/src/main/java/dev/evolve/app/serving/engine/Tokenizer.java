package dev.evolve.app.serving.engine;

import java.util.List;

/** Turns text into tokens. Immutable. */
public interface Tokenizer {

  /** Tokens that there are: 0 to one less. */
  int size();

  /** Tokens of a prompt, with those that the model wants around every prompt. */
  List<Integer> encode(String text);
}
