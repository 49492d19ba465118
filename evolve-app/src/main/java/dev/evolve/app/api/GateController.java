package dev.evolve.app.api;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.Comparison;
import dev.evolve.gates.compare.GateReport;
import dev.evolve.gates.compare.ReportMarkdown;
import dev.evolve.json.Json;
import dev.evolve.results.ResultFile;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The gates for those who have runs of their own. Nothing is kept. */
@RestController
@RequestMapping("/api/v1/gates")
@Tag(name = "gates")
class GateController {

  private static final int LARGEST_BODY = 16 * 1024 * 1024;

  /** More of them take more than seconds; {@code ./evolve gate} has no such limit. */
  private static final int MOST_VALUES = 10_000;

  @PostMapping("/evaluate")
  @Operation(
      summary = "Judge the runs of a candidate against those of a baseline",
      description =
          "Each run is the text of a result file of Google Benchmark, JMH, Criterion, hyperfine,"
              + " pytest-benchmark or Go, or measurements. The verdict PASS, FAIL, INCONCLUSIVE or"
              + " INVALID is in the answer, which is 200 whatever it is; with ?form=markdown it is"
              + " the text for a comment.")
  ResponseEntity<String> evaluate(
      HttpServletRequest http, @RequestParam(defaultValue = "json") String form) {
    if (!form.equals("json") && !form.equals("markdown")) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "form is json or markdown, not " + form);
    }
    GateReport report = report(BoundedBody.read(http, LARGEST_BODY, GateBody.class));
    return form.equals("json")
        ? as(MediaType.APPLICATION_JSON, Json.write(report))
        : as(new MediaType("text", "markdown"), ReportMarkdown.of(report));
  }

  private static GateReport report(GateBody body) {
    try {
      List<ResultFile> baseline = GateBody.files(body.baseline());
      List<ResultFile> candidate = GateBody.files(body.candidate());
      long values = values(baseline) + values(candidate);
      if (values > MOST_VALUES) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            "wanted at most %d values (runs times metrics), found %d; ./evolve gate takes more"
                .formatted(MOST_VALUES, values));
      }
      return new Comparison(body.options()).of(baseline, candidate);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    }
  }

  private static long values(List<ResultFile> files) {
    return files.stream()
        .flatMap(file -> file.turns().stream())
        .mapToLong(turn -> turn.measurements().size())
        .sum();
  }

  private static ResponseEntity<String> as(MediaType type, String text) {
    return ResponseEntity.ok().contentType(new MediaType(type, StandardCharsets.UTF_8)).body(text);
  }
}
