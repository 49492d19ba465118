package dev.evolve.app.api;

import dev.evolve.app.campaigns.CampaignService;
import dev.evolve.app.campaigns.CampaignService.ApprovalOutcome;
import dev.evolve.app.campaigns.CampaignService.Decision;
import dev.evolve.app.campaigns.CampaignService.RollbackOutcome;
import dev.evolve.app.security.People;
import dev.evolve.app.views.CampaignViews;
import dev.evolve.app.views.ProposalDetail;
import dev.evolve.app.views.ProposalFilter;
import dev.evolve.app.views.ProposalSummary;
import dev.evolve.app.views.SampleTable;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Proposals and the decisions on them. */
@RestController
@RequestMapping("/api/v1/proposals")
@Tag(name = "proposals")
class ProposalController {

  private final CampaignService service;
  private final CampaignViews views;
  private final People people;

  ProposalController(CampaignService service, CampaignViews views, People people) {
    this.service = service;
    this.views = views;
    this.people = people;
  }

  /** A page of proposals; {@code nextOffset} is null on the last one. */
  record Page(List<ProposalSummary> proposals, int total, @Nullable Integer nextOffset) {}

  @GetMapping
  @Operation(summary = "Proposals; those that wait for a person first, then newest first")
  Page proposals(
      @RequestParam(required = false) @Nullable String stage,
      @RequestParam(required = false) @Nullable String pack,
      @RequestParam(required = false) @Nullable String campaign,
      @RequestParam(defaultValue = "0") @Min(0) int offset,
      @RequestParam(defaultValue = "100") @Min(1) @Max(500) int limit) {
    List<ProposalSummary> all = views.proposals(new ProposalFilter(stage, pack, campaign));
    int end = Math.min(all.size(), offset + limit);
    return new Page(
        all.subList(Math.min(offset, all.size()), end), all.size(), end < all.size() ? end : null);
  }

  @GetMapping(value = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "Everything that is recorded of a proposal")
  String proposal(@PathVariable String id) {
    return Json.write(find(id));
  }

  @GetMapping(value = "/{id}/samples.csv", produces = "text/csv")
  @Operation(summary = "Every sample of a proposal, as CSV")
  String samplesAsCsv(@PathVariable String id) {
    return SampleTable.of(find(id)).toCsv();
  }

  @GetMapping(value = "/{id}/samples", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "Every sample of a proposal")
  String samples(@PathVariable String id) {
    return Json.write(SampleTable.of(find(id)).rows());
  }

  @GetMapping(value = "/{id}/envelope", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "The Output Envelope of a proposal")
  String envelope(@PathVariable String id) {
    ProposalDetail detail = find(id);
    if (detail.committed() == null) {
      throw new EvolveException(
          ErrorCode.NOT_FOUND, id + " has no envelope yet: it is made with the signed commit");
    }
    return Json.write(detail.committed().envelope());
  }

  @PostMapping("/{id}/approve")
  @Operation(summary = "Approve; answers once the change is merged")
  ApprovalOutcome approve(
      @PathVariable String id, @Valid @RequestBody ApiRequests.Reason reason, Principal principal) {
    return service.approve(id, decision(principal, reason));
  }

  @PostMapping("/{id}/reject")
  @Operation(summary = "Reject a proposal that awaits approval")
  ResponseEntity<Void> reject(
      @PathVariable String id, @Valid @RequestBody ApiRequests.Reason reason, Principal principal) {
    service.reject(id, decision(principal, reason));
    return ResponseEntity.noContent().build();
  }

  @PostMapping("/{id}/rollback")
  @Operation(summary = "Undo a promoted proposal; answers once it is undone and checked")
  RollbackOutcome rollback(
      @PathVariable String id, @Valid @RequestBody ApiRequests.Reason reason, Principal principal) {
    return service.rollback(id, decision(principal, reason));
  }

  private Decision decision(Principal principal, ApiRequests.Reason reason) {
    return new Decision(people.nameOf(principal), "rest", reason.text());
  }

  private ProposalDetail find(String id) {
    return views
        .proposal(id)
        .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no proposal " + id));
  }
}
