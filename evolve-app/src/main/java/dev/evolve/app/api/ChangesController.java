package dev.evolve.app.api;

import dev.evolve.app.histories.CommitHistory;
import dev.evolve.app.histories.CommitHistory.Commit;
import dev.evolve.app.histories.HistoryAnalyst;
import dev.evolve.app.histories.HistoryReport;
import dev.evolve.app.histories.HistoryRule;
import dev.evolve.app.histories.HistorySvg;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Change points of a history that somebody sends; nothing of it is kept. */
@RestController
@RequestMapping("/api/v1/gates/changes")
@Tag(name = "gates")
class ChangesController {

  private static final int LARGEST_BODY = 4 * 1024 * 1024;
  private static final List<String> FORMATS = List.of("json", "svg");
  private static final double FLOOR_PERCENT = 2;
  private static final MediaType SVG =
      new MediaType(MediaType.valueOf("image/svg+xml"), StandardCharsets.UTF_8);

  /**
   * A history to judge.
   *
   * @param commits oldest first
   * @param compatible otava or perfherder, to judge as that tool does
   * @param floorPercent smallest change that matters to our own rule
   * @param higherIsBetter whether a move up is good
   */
  record History(
      @Nullable List<Measured> commits,
      @Nullable String compatible,
      @Nullable Double floorPercent,
      @Nullable Boolean higherIsBetter) {

    CommitHistory history() {
      List<Measured> given = commits == null ? List.of() : commits;
      return new CommitHistory(given.stream().map(Measured::checked).toList());
    }

    HistoryAnalyst analyst() {
      return new HistoryAnalyst(
          compatible == null ? HistoryRule.EVOLVE : HistoryRule.compatible(compatible),
          floorPercent == null ? FLOOR_PERCENT : floorPercent,
          Boolean.TRUE.equals(higherIsBetter));
    }
  }

  /**
   * A commit.
   *
   * @param commit a hash, a number or a date
   * @param values its runs; null is a run without a value
   */
  record Measured(@Nullable String commit, @Nullable List<@Nullable Double> values) {

    Commit checked() {
      List<@Nullable Double> given = values == null ? List.of() : values;
      return new Commit(
          commit == null ? "" : commit,
          given.stream().map(value -> value == null ? Double.NaN : value).toList());
    }
  }

  @PostMapping
  @Operation(
      summary = "Find where the level of a metric changed over commits",
      description =
          "The body holds commits, oldest first, each with commit and values, and may hold"
              + " compatible (otava or perfherder), floorPercent (2 if absent) and higherIsBetter."
              + " With format=svg the answer is a drawing. Nothing is stored.")
  ResponseEntity<String> changes(
      HttpServletRequest http, @RequestParam(defaultValue = "json") String format) {
    if (!FORMATS.contains(format)) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "wanted json or svg as the format, found " + format);
    }
    History body = BoundedBody.read(http, LARGEST_BODY, History.class);
    CommitHistory history = body.history();
    HistoryReport report = body.analyst().report(history);
    return format.equals("svg")
        ? ResponseEntity.ok().contentType(SVG).body(HistorySvg.draw(history, report))
        : ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(Json.write(report));
  }
}
