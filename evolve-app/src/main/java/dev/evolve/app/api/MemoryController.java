package dev.evolve.app.api;

import dev.evolve.app.memory.MemoryEntry;
import dev.evolve.app.memory.MemoryService;
import dev.evolve.app.memory.MemoryService.ImportFile;
import dev.evolve.app.security.People;
import dev.evolve.search.prior.Prior;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The memory of trials: what searches start from. */
@RestController
@RequestMapping("/api/v1/memory")
@Tag(name = "memory")
class MemoryController {

  /** A file of the most characters, each escaped or of two bytes for the most part. */
  private static final int LARGEST_BODY = 48 * 1024 * 1024;

  private final MemoryService service;
  private final People people;

  MemoryController(MemoryService service, People people) {
    this.service = service;
    this.people = people;
  }

  /** A file to be remembered. */
  record ImportBody(
      @Nullable String source,
      @Nullable String content,
      @Nullable String kernel,
      @Nullable String hardware,
      @Nullable String shape) {}

  private static String text(@Nullable String written) {
    return Objects.requireNonNullElse(written, "");
  }

  /** What is remembered. */
  record Remembered(List<MemoryEntry> entries) {}

  @GetMapping
  @Operation(
      summary = "What is remembered: the sets of trials of campaigns and of imports",
      description = "An import shows a moment after it was recorded.")
  Remembered entries(@RequestParam(defaultValue = "") String kernel) {
    return new Remembered(service.entries(kernel));
  }

  @GetMapping("/trials")
  @Operation(summary = "What a search of a kernel may start from, bounded")
  Prior trials(@RequestParam String kernel) {
    return service.prior(kernel);
  }

  @PostMapping("/import")
  @Operation(
      summary = "Remember every configuration in a tuning result",
      description =
          "Searches start from it for as long as it agrees with what they measure. Campaigns use"
              + " what has their pack's name as its kernel. The body has source (the file's name),"
              + " content (the whole file: a cache file of Kernel Tuner, or T4), and may say kernel,"
              + " hardware and shape where the file does not or says something else.")
  ResponseEntity<MemoryEntry> importTrials(HttpServletRequest http, Principal principal) {
    ImportBody request = BoundedBody.read(http, LARGEST_BODY, ImportBody.class);
    MemoryEntry entry =
        service.importTrials(
            new ImportFile(
                text(request.content()),
                text(request.source()),
                text(request.kernel()),
                text(request.hardware()),
                text(request.shape()),
                people.nameOf(principal)));
    return ResponseEntity.created(URI.create("/api/v1/memory")).body(entry);
  }

  @PostMapping("/{importId}/forget")
  @Operation(summary = "Remember an import no longer")
  MemoryEntry forget(
      @PathVariable String importId,
      @Valid @RequestBody ApiRequests.Reason reason,
      Principal principal) {
    return service.forget(importId, reason.text(), people.nameOf(principal));
  }
}
