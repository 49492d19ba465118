package dev.evolve.canary.load;

import dev.evolve.canary.http.HttpRequest;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A recorded load: requests in the order of their arrival. Read from a file of a pack, which nobody
 * has checked before: its size, its lines and everything in them are limited.
 *
 * @param arrivals never empty; their times never go back
 */
public record LoadFile(List<Arrival> arrivals) {

  static final int MAXIMUM_BYTES = 16 * 1024 * 1024;
  private static final int MAXIMUM_LINES = 100_000;
  private static final int MAXIMUM_TARGET = 4096;
  private static final double MAXIMUM_AT_MS = Duration.ofDays(1).toMillis();
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

  public LoadFile {
    arrivals = List.copyOf(arrivals);
  }

  /**
   * One recorded request.
   *
   * @param at when it came, from the start of the recording
   * @param request the request
   */
  public record Arrival(Duration at, HttpRequest request) {}

  /** A line of the file. */
  private record Line(double atMs, String method, String path, @Nullable JsonNode body) {}

  /**
   * Reads a file.
   *
   * @param name its name, for messages
   * @throws EvolveException INVALID_PACK with the line that is wrong
   */
  public static LoadFile parse(String name, byte[] content) {
    if (content.length > MAXIMUM_BYTES) {
      throw invalid(name, 0, "at most " + MAXIMUM_BYTES + " bytes, not " + content.length);
    }
    List<Arrival> arrivals = new ArrayList<>();
    int number = 0;
    for (String line : (Iterable<String>) decode(name, content).lines()::iterator) {
      number++;
      if (number > MAXIMUM_LINES) {
        throw invalid(name, number, "at most " + MAXIMUM_LINES + " lines");
      }
      if (!line.isBlank()) {
        arrivals.add(parseLine(name, number, line));
        checkOrder(name, number, arrivals);
      }
    }
    if (arrivals.isEmpty()) {
      throw invalid(name, 0, "at least one request");
    }
    return new LoadFile(arrivals);
  }

  private static String decode(String name, byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw invalid(name, 0, "UTF-8 text");
    }
  }

  private static Arrival parseLine(String name, int number, String text) {
    Line line;
    try {
      line = Json.read(text, Line.class);
    } catch (IllegalArgumentException e) {
      throw invalid(name, number, "{\"atMs\", \"method\", \"path\", \"body\"}: " + e.getMessage());
    }
    if (!(line.atMs() >= 0 && line.atMs() <= MAXIMUM_AT_MS)) {
      throw invalid(name, number, "atMs from 0 to one day, not " + line.atMs());
    }
    if (line.method() == null || !METHODS.contains(line.method())) {
      throw invalid(name, number, "a method of " + METHODS.stream().sorted().toList());
    }
    if (line.path() == null || !isTarget(line.path())) {
      throw invalid(name, number, "a path that starts with / and is visible ASCII");
    }
    byte[] body = line.body() == null ? new byte[0] : Json.writeBytes(line.body());
    Duration at = Duration.ofNanos(Math.round(line.atMs() * 1e6));
    return new Arrival(at, HttpRequest.of(line.method(), line.path(), body));
  }

  private static boolean isTarget(String path) {
    return path.startsWith("/")
        && path.length() <= MAXIMUM_TARGET
        && path.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static void checkOrder(String name, int number, List<Arrival> arrivals) {
    int last = arrivals.size() - 1;
    if (last > 0 && arrivals.get(last).at().compareTo(arrivals.get(last - 1).at()) < 0) {
      throw invalid(name, number, "an atMs that is not before the one above");
    }
  }

  private static EvolveException invalid(String name, int line, String wanted) {
    String place = line == 0 ? "" : ", line " + line;
    return new EvolveException(
        ErrorCode.INVALID_PACK, "load file " + name + place + ": wanted " + wanted);
  }
}
