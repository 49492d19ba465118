package dev.evolve.pack;

/**
 * One thing that is wrong with a pack's file.
 *
 * @param file the file as its reader was told to call it
 * @param line line in the file, from 1
 * @param field path of the field, such as {@code knobs.VW.default}; empty for the whole file
 * @param message what was wanted and what was found
 */
public record PackProblem(String file, int line, String field, String message) {

  /** One line for people: {@code evolve.yaml:12: knobs.VW.default: 5 is not one of 4, 8, 16}. */
  public String describe() {
    return file + ":" + line + ": " + (field.isEmpty() ? "" : field + ": ") + message;
  }
}
