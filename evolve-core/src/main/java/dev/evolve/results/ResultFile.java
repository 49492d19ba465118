package dev.evolve.results;

import java.util.List;

/**
 * A result file, read.
 *
 * @param name the file
 * @param format its format
 * @param digest SHA-256 of its text
 * @param turns in the order of the file
 * @param notes what it holds and is not used, each in a sentence
 */
public record ResultFile(
    String name, ResultFormat format, String digest, List<Turn> turns, List<String> notes) {

  public ResultFile {
    turns = List.copyOf(turns);
    notes = List.copyOf(notes);
  }
}
