package dev.evolve.app.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the service is doing. */
@RestController
@RequestMapping("/api/v1/status")
@Tag(name = "status")
class StatusController {

  private final ServiceStatus status;

  StatusController(ServiceStatus status) {
    this.status = status;
  }

  @GetMapping
  @Operation(summary = "Services, sandbox, campaigns and queue at a glance")
  Map<String, Object> status() {
    return status.now();
  }
}
