package dev.evolve.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where measurements run. One processor, the same for both arms; that only one evaluation uses it
 * at a time is the caller's business.
 *
 * @param cpu the processor to pin to; null to pin to none
 */
public record MeasurementHost(@Nullable Integer cpu) {

  /** The last processor that this program may use: interrupts and other work favour the first. */
  public static MeasurementHost ofThisMachine() {
    OptionalInt last = lastAllowed(Path.of("/proc/self/status"));
    return new MeasurementHost(last.isPresent() ? last.getAsInt() : null);
  }

  static OptionalInt lastAllowed(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .map(list -> list.substring(Math.max(list.lastIndexOf(','), list.lastIndexOf('-')) + 1))
          .filter(last -> last.matches("[0-9]{1,6}"))
          .mapToInt(Integer::parseInt)
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return OptionalInt.empty();
    }
  }
}
