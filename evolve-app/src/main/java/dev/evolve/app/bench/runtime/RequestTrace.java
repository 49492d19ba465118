package dev.evolve.app.bench.runtime;

import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Requests of a recorded hour: when they came, how long their prompts and answers were. */
final class RequestTrace {

  private static final String FILE = "request-traces/azure-llm-2023-conv.csv";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSS");

  private RequestTrace() {}

  /**
   * One request.
   *
   * @param arrivalMs milliseconds after the first of the trace
   * @param prompt tokens of its prompt
   * @param output tokens that it generates
   */
  record Request(double arrivalMs, int prompt, int output) {}

  /**
   * The first {@code rows} requests.
   *
   * @param scale lengths are divided by it, to suit a model of this size
   * @param speed arrivals come so many times faster
   */
  static List<Request> read(BenchSetting setting, int rows, int scale, double speed) {
    List<String> lines = lines(setting);
    List<Request> requests = new ArrayList<>();
    LocalDateTime first = null;
    for (String line : lines.subList(1, Math.min(lines.size(), rows + 1))) {
      String[] fields = line.strip().split(",");
      LocalDateTime at = LocalDateTime.parse(fields[0], TIME);
      first = first == null ? at : first;
      requests.add(
          new Request(
              Duration.between(first, at).toNanos() / 1e6 / speed,
              scaled(fields[1], scale),
              scaled(fields[2], scale)));
    }
    return requests;
  }

  private static int scaled(String tokens, int scale) {
    return Math.max(1, Integer.parseInt(tokens) / scale);
  }

  private static List<String> lines(BenchSetting setting) {
    try {
      if (setting.dataDirectory().isPresent()) {
        Path file = setting.dataDirectory().get().resolve(FILE);
        return Files.readAllLines(file);
      }
      try (InputStream shipped = RequestTrace.class.getResourceAsStream("/bench-data/" + FILE)) {
        if (shipped == null) {
          throw new IOException("the application was built without " + FILE);
        }
        return new String(shipped.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      }
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "cannot read the request trace " + FILE + ": " + e, e);
    }
  }
}
