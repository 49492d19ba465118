package dev.evolve.app.serving.decode;

import dev.evolve.app.serving.engine.Tokenizer;
import dev.evolve.serving.decode.ByteVocabulary;
import dev.evolve.serving.decode.TokenSequence;
import java.util.ArrayList;
import java.util.List;

/** Prompts of the decoder: a token that begins each, and one for each byte of UTF-8. */
record BytePrompts() implements Tokenizer {

  @Override
  public int size() {
    return ByteVocabulary.SIZE;
  }

  @Override
  public List<Integer> encode(String text) {
    TokenSequence sequence = ByteVocabulary.prompt(text);
    List<Integer> tokens = new ArrayList<>(sequence.length());
    for (int i = 0; i < sequence.length(); i++) {
      tokens.add(sequence.at(i));
    }
    return tokens;
  }
}
