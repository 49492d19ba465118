package dev.evolve.app.api;

import dev.evolve.impact.ImpactStore;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Questions to the knowledge graph. */
@RestController
@RequestMapping("/api/v1/graph")
@Tag(name = "graph")
class GraphController {

  private final ImpactStore graph;

  GraphController(ImpactStore graph) {
    this.graph = graph;
  }

  @GetMapping("/improvements")
  @Operation(summary = "What improved this pack on this hardware")
  List<ImpactStore.Improvement> improvements(
      @RequestParam String pack,
      @RequestParam(defaultValue = "") String hardware,
      @RequestParam(defaultValue = "100") @Min(1) @Max(500) int limit) {
    return graph.improvements(pack, hardware, limit);
  }

  @GetMapping("/gate-failures")
  @Operation(summary = "Which changes a gate did not pass, such as determinism")
  List<ImpactStore.GateFailure> gateFailures(
      @RequestParam(defaultValue = "determinism") String gate,
      @RequestParam(defaultValue = "100") @Min(1) @Max(500) int limit) {
    return graph.gateFailures(gate, limit);
  }
}
