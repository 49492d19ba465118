package dev.evolve.app.api;

import dev.evolve.app.memory.MemoryService;
import dev.evolve.app.searches.SearchAnswers;
import dev.evolve.app.searches.SearchService;
import dev.evolve.app.security.People;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.loop.port.SeedSource;
import dev.evolve.search.explain.SearchReport;
import dev.evolve.searches.SearchRequest;
import dev.evolve.searches.SearchSignal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Searches held for others: ask what to measure next, tell what came of it. */
@RestController
@RequestMapping("/api/v1/searches")
@Tag(name = "searches")
class SearchController {

  private static final int LARGEST_BODY = 4 * 1024 * 1024;
  private static final int LONGEST_PAGE = 1_000;

  private final SearchService service;
  private final MemoryService memory;
  private final People people;
  private final SeedSource seeds;
  private final InstantSource clock;

  SearchController(
      SearchService service,
      MemoryService memory,
      People people,
      SeedSource seeds,
      InstantSource clock) {
    this.service = service;
    this.memory = memory;
    this.people = people;
    this.seeds = seeds;
    this.clock = clock;
  }

  @PostMapping
  @Operation(
      summary = "Begin a search; answers once it is recorded",
      description =
          "The body holds a space (parameters, CEL constraints, conditions, defaults) or a T1"
              + " document, and may name a strategy, a seed, a budget, leaseSeconds, prior trials,"
              + " and in memoryOf a pack or kernel of which what is remembered is to be used.")
  ResponseEntity<Map<String, String>> create(HttpServletRequest http, Principal principal) {
    SearchBody body = BoundedBody.read(http, LARGEST_BODY, SearchBody.class);
    Long wanted = body.seed();
    String id =
        service.create(
            request(body, people.nameOf(principal)), wanted == null ? seeds.nextSeed() : wanted);
    return ResponseEntity.created(URI.create("/api/v1/searches/" + id)).body(Map.of("id", id));
  }

  private SearchRequest request(SearchBody body, String owner) {
    try {
      SearchRequest request = body.request(owner, clock.instant());
      String kernel = body.memoryOf();
      return kernel == null ? request : request.remembering(memory.prior(kernel));
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    }
  }

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "All searches, newest first")
  String all() {
    return Json.write(service.all());
  }

  @GetMapping(value = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "A search: what it stands at, its open proposals and a part of its journal")
  String detail(
      @PathVariable String id,
      @RequestParam(defaultValue = "0") int from,
      @RequestParam(defaultValue = "100") int limit) {
    return Json.write(service.detail(id, from, Math.min(limit, LONGEST_PAGE)));
  }

  @GetMapping("/{id}/report")
  @Operation(
      summary = "What a search found: curve of the best, strategies, parameters, failures",
      description = "As JSON, or as Markdown or HTML with ?form=markdown or ?form=html.")
  ResponseEntity<String> report(
      @PathVariable String id, @RequestParam(defaultValue = "json") String form) {
    SearchReport report = service.report(id);
    return switch (form) {
      case "json" -> as(MediaType.APPLICATION_JSON, report.json());
      case "markdown" -> as(new MediaType("text", "markdown"), report.markdown());
      case "html" -> as(MediaType.TEXT_HTML, report.html());
      default ->
          throw new EvolveException(
              ErrorCode.INVALID_REQUEST, "form is json, markdown or html, not " + form);
    };
  }

  private static ResponseEntity<String> as(MediaType type, String text) {
    return ResponseEntity.ok().contentType(new MediaType(type, StandardCharsets.UTF_8)).body(text);
  }

  @PostMapping(value = "/{id}/ask", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Points to measure next",
      description =
          "Different points, which may be measured side by side. One of which nothing was told"
              + " within the lease is given out again, under its number.")
  String ask(@PathVariable String id, @RequestParam(defaultValue = "1") int count) {
    return Json.write(service.ask(id, count));
  }

  @PostMapping(value = "/{id}/tell", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Take results in, all or none",
      description =
          "Each names the number of a proposal, or the values of a point that was not asked for."
              + " The same result again changes nothing; another one of the same proposal is kept"
              + " as late.")
  String tell(@PathVariable String id, HttpServletRequest http) {
    List<SearchSignal.Result> results =
        BoundedBody.read(http, LARGEST_BODY, TellBody.class).results();
    if (results.isEmpty() || results.size() > LONGEST_PAGE) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "from 1 to " + LONGEST_PAGE + " results are taken at once, not " + results.size());
    }
    SearchAnswers.TellAnswer answer = service.tell(id, results);
    return Json.write(answer);
  }

  @DeleteMapping("/{id}")
  @Operation(summary = "Close a search and forget it")
  ResponseEntity<Void> close(@PathVariable String id, Principal principal) {
    service.close(id, people.nameOf(principal));
    return ResponseEntity.noContent().build();
  }

  /** Results to take in. */
  record TellBody(List<SearchSignal.Result> results) {
    TellBody {
      results = results == null ? List.of() : List.copyOf(results);
    }
  }
}
