package dev.evolve.app.api;

import dev.evolve.app.campaigns.CampaignDirectory;
import dev.evolve.app.campaigns.CampaignService;
import dev.evolve.app.searches.CampaignReports;
import dev.evolve.app.security.People;
import dev.evolve.app.views.CampaignSummary;
import dev.evolve.app.views.CampaignViews;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Campaigns. */
@RestController
@RequestMapping("/api/v1/campaigns")
@Tag(name = "campaigns")
class CampaignController {

  private static final Duration LONG_POLL = Duration.ofSeconds(15);

  private final CampaignService service;
  private final CampaignViews views;
  private final CampaignDirectory directory;
  private final CampaignReports reports;
  private final People people;

  CampaignController(
      CampaignService service,
      CampaignViews views,
      CampaignDirectory directory,
      CampaignReports reports,
      People people) {
    this.reports = reports;
    this.service = service;
    this.views = views;
    this.directory = directory;
    this.people = people;
  }

  @PostMapping
  @Operation(summary = "Start a campaign on a pack; answers once it is recorded")
  ResponseEntity<Map<String, String>> start(
      @Valid @RequestBody ApiRequests.StartCampaign request, Principal principal) {
    String id =
        service.start(
            new CampaignService.StartCampaign(
                directory(request.pack()),
                request.evaluations(),
                request.minutes(),
                request.seed(),
                people.nameOf(principal),
                request.autoApproveAs(),
                request.search()));
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/campaigns/" + id))
        .body(Map.of("id", id));
  }

  private static Path directory(String pack) {
    try {
      return Path.of(pack).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "not a path: " + e.getMessage(), e);
    }
  }

  @GetMapping
  @Operation(summary = "All campaigns, newest first")
  List<CampaignSummary> campaigns() {
    return views.campaigns();
  }

  @GetMapping("/{id}")
  @Operation(summary = "A campaign")
  CampaignSummary campaign(@PathVariable String id) {
    return views
        .campaign(id)
        .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no campaign " + id));
  }

  @GetMapping(value = "/{id}/report", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "What a campaign's search found",
      description =
          "Curve of the best, strategies, parameters and failures; where the pack has objectives,"
              + " the front of what none beats in everything, and how it grew.")
  String report(@PathVariable String id) {
    return reports
        .report(id)
        .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no campaign " + id))
        .json();
  }

  @GetMapping(value = "/{id}/events", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Recorded events of a campaign from an index on",
      description = "Waits up to 15 seconds for the first of them, so that it can be followed.")
  String events(@PathVariable String id, @RequestParam(defaultValue = "0") int from) {
    if (!directory.knows(id)) {
      throw new EvolveException(ErrorCode.NOT_FOUND, "no campaign " + id);
    }
    List<RecordedEvent> events = directory.awaitEvents(id, from, LONG_POLL);
    return Json.write(events);
  }

  @DeleteMapping("/{id}")
  @Operation(summary = "Cancel a campaign at its next step boundary")
  ResponseEntity<Void> cancel(@PathVariable String id, Principal principal) {
    service.cancel(id, new CampaignService.Decision(people.nameOf(principal), "rest", "cancelled"));
    return ResponseEntity.accepted().build();
  }
}
