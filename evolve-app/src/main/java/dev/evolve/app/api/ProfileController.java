package dev.evolve.app.api;

import dev.evolve.app.profiles.ProfileService;
import dev.evolve.app.profiles.ProfileService.Decision;
import dev.evolve.app.profiles.ProfileService.ImportResult;
import dev.evolve.app.profiles.ProfileService.Revalidation;
import dev.evolve.app.profiles.ProfileViews;
import dev.evolve.app.security.People;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.profile.ExportFormat;
import dev.evolve.profile.ProfileAnswer;
import dev.evolve.profile.ProfileDifference;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileExport;
import dev.evolve.profile.ProfileFilter;
import dev.evolve.profile.ProfileQuestion;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Map;
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

/** Tuning profiles: the best known configuration of each pack, machine and shape. */
@RestController
@RequestMapping("/api/v1/profiles")
@Tag(name = "profiles")
class ProfileController {

  /** Tells a build what it got without reading the file. */
  private static final String OUTCOME_HEADER = "X-Evolve-Lookup";

  private final ProfileViews views;
  private final ProfileService service;
  private final People people;

  ProfileController(ProfileViews views, ProfileService service, People people) {
    this.views = views;
    this.service = service;
    this.people = people;
  }

  /** A page of profiles; {@code nextOffset} is null on the last one. */
  record Page(List<ProfileEntry> profiles, int total, @Nullable Integer nextOffset) {}

  /** A profile, and how the re-validation stands that was asked for last. */
  record Detail(ProfileEntry entry, Revalidation revalidation) {}

  @GetMapping
  @Operation(summary = "Profiles by pack, hardware and shape; those that serve first")
  Page profiles(
      @RequestParam(required = false) @Nullable String pack,
      @Parameter(description = "id of a unit or of a hardware profile")
          @RequestParam(required = false)
          @Nullable String hardware,
      @RequestParam(required = false) @Nullable String shape,
      @Parameter(description = "current, stale, quarantined, superseded or imported")
          @RequestParam(required = false)
          @Nullable String state,
      @RequestParam(defaultValue = "0") @Min(0) int offset,
      @RequestParam(defaultValue = "100") @Min(1) @Max(500) int limit) {
    List<ProfileEntry> all = views.entries(new ProfileFilter(pack, hardware, shape, state));
    int start = Math.min(offset, all.size());
    int end = Math.min(all.size(), start + limit);
    return new Page(all.subList(start, end), all.size(), end < all.size() ? end : null);
  }

  @GetMapping("/lookup")
  @Operation(
      summary = "Which configuration to use, and why",
      description =
          "Only what was measured on exactly this pack, unit, environment and shape is a hit;"
              + " otherwise the baseline serves, unless stale or imported profiles are asked for.")
  ProfileAnswer lookup(
      @RequestParam String pack,
      @Parameter(description = "id of a unit or hardware profile; this machine if absent")
          @RequestParam(defaultValue = "")
          String hardware,
      @Parameter(description = "name of a scenario; all of them if absent")
          @RequestParam(defaultValue = "")
          String shape,
      @RequestParam(defaultValue = "false") boolean stale,
      @RequestParam(defaultValue = "false") boolean imported) {
    return views.lookup(new ProfileQuestion(pack, hardware, shape, stale, imported));
  }

  @GetMapping("/export")
  @Operation(
      summary = "What a lookup answers, as a file for a build",
      description =
          "A miss gives the baseline, with the reason in the comments and the outcome in the header"
              + " X-Evolve-Lookup; with strict=true it is a conflict.")
  ResponseEntity<String> export(
      @RequestParam String pack,
      @RequestParam(defaultValue = "") String hardware,
      @RequestParam(defaultValue = "") String shape,
      @Parameter(description = "header, env or json") @RequestParam(defaultValue = "header")
          String format,
      @RequestParam(defaultValue = "false") boolean stale,
      @RequestParam(defaultValue = "false") boolean imported,
      @RequestParam(defaultValue = "false") boolean strict) {
    ExportFormat wanted = ExportFormat.of(format);
    ProfileAnswer answer =
        views.lookup(new ProfileQuestion(pack, hardware, shape, stale, imported));
    if (strict && answer.baseline()) {
      throw new EvolveException(ErrorCode.CONFLICT, "not exported: " + answer.explanation());
    }
    return file(ProfileExport.of(answer), wanted, answer.outcome().name());
  }

  @GetMapping("/{id}")
  @Operation(summary = "A profile with its history")
  Detail profile(@PathVariable String id) {
    return new Detail(find(id), service.revalidation(id));
  }

  @GetMapping("/{id}/export")
  @Operation(
      summary = "A profile as a file for a build",
      description = "Refused for one in quarantine; a stale or imported one must be asked for.")
  ResponseEntity<String> exportOne(
      @PathVariable String id,
      @Parameter(description = "header, env or json") @RequestParam(defaultValue = "header")
          String format,
      @RequestParam(defaultValue = "false") boolean stale,
      @RequestParam(defaultValue = "false") boolean imported) {
    ExportFormat wanted = ExportFormat.of(format);
    ProfileEntry entry = find(id);
    return file(ProfileExport.of(entry, stale, imported), wanted, entry.state().name());
  }

  private static ResponseEntity<String> file(
      ProfileExport export, ExportFormat format, String outcome) {
    MediaType type =
        format == ExportFormat.JSON
            ? MediaType.APPLICATION_JSON
            : new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    return ResponseEntity.ok()
        .contentType(type)
        .header(OUTCOME_HEADER, outcome)
        .body(export.render(format));
  }

  @GetMapping("/{id}/diff/{other}")
  @Operation(summary = "What another profile has that this one has not")
  ProfileDifference difference(@PathVariable String id, @PathVariable String other) {
    return ProfileDifference.of(find(id), find(other));
  }

  @PostMapping("/{id}/revalidate")
  @Operation(
      summary = "Measure a profile beside its baseline once more",
      description =
          "Answers once that is recorded; the measurement takes minutes, and its outcome shows in"
              + " the profile.")
  ResponseEntity<Map<String, String>> revalidate(@PathVariable String id, Principal principal) {
    String loop = service.revalidate(id, people.nameOf(principal));
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/profiles/" + id))
        .body(Map.of("profile", id, "loop", loop));
  }

  @PostMapping("/{id}/quarantine")
  @Operation(summary = "Take a profile out of service until it is re-validated")
  ProfileEntry quarantine(
      @PathVariable String id, @Valid @RequestBody ApiRequests.Reason reason, Principal principal) {
    return service.quarantine(id, new Decision(people.nameOf(principal), reason.text()));
  }

  @PostMapping("/{id}/pin")
  @Operation(summary = "Serve a profile before better ones of its key")
  ProfileEntry pin(
      @PathVariable String id, @Valid @RequestBody ApiRequests.Reason reason, Principal principal) {
    return service.pin(id, true, new Decision(people.nameOf(principal), reason.text()));
  }

  @PostMapping("/{id}/unpin")
  @Operation(summary = "Serve the best profile of the key again")
  ProfileEntry unpin(
      @PathVariable String id, @Valid @RequestBody ApiRequests.Reason reason, Principal principal) {
    return service.pin(id, false, new Decision(people.nameOf(principal), reason.text()));
  }

  @PostMapping("/import")
  @Operation(
      summary = "Take the best configuration of a tuning result in",
      description =
          "It is marked as imported: nothing has proved it here, and it serves only those who ask"
              + " for it, until it is re-validated.")
  ResponseEntity<ProfileEntry> importResult(
      @Valid @RequestBody ApiRequests.ImportResult request, Principal principal) {
    ProfileEntry entry =
        service.importResult(
            new ImportResult(
                request.pack(),
                request.hardwareOrHere(),
                request.shapeOrAll(),
                request.format(),
                request.source(),
                request.content(),
                people.nameOf(principal)));
    return ResponseEntity.created(URI.create("/api/v1/profiles/" + entry.profile().id()))
        .body(entry);
  }

  private ProfileEntry find(String id) {
    return views
        .find(id)
        .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no profile " + id));
  }
}
