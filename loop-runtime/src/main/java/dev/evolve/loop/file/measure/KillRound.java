package dev.evolve.loop.file.measure;

import dev.evolve.loop.file.FileStoreSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * What one round of kills drives to its end.
 *
 * @param directory of the store
 * @param loops how many loops
 * @param steps of each loop
 * @param seed of the loops
 */
record KillRound(Path directory, int loops, long steps, long seed) {

  /** Small segments, so that kills also hit compactions. */
  static final FileStoreSettings SETTINGS =
      FileStoreSettings.DEFAULT.withSegmentBytes(256 << 10).withCompactionFactor(2);

  /** Ends each line of the child, so that one that was cut off is told from a whole one. */
  static final String END_OF_LINE = ".";

  static KillRound of(List<String> arguments) {
    return new KillRound(
        Path.of(arguments.get(0)),
        Integer.parseInt(arguments.get(1)),
        Long.parseLong(arguments.get(2)),
        Long.parseLong(arguments.get(3)));
  }

  List<String> arguments() {
    return List.of(
        directory.toString(), Integer.toString(loops), Long.toString(steps), Long.toString(seed));
  }
}
