package dev.evolve.app.api;

import dev.evolve.app.campaigns.CampaignService;
import dev.evolve.tuning.LimitsWish;
import dev.evolve.tuning.SearchPlan;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Bodies of requests. */
final class ApiRequests {

  private ApiRequests() {}

  /** A campaign to start. */
  record StartCampaign(
      @NotBlank @Size(max = 4096) @Schema(description = "directory of the pack, on the server")
          String pack,
      @Schema(description = "candidates to measure; the pack's budget if absent")
          @Min(1)
          @Max(100_000)
          @Nullable Integer evaluations,
      @Schema(description = "minutes to search; the pack's budget if absent") @Min(1) @Max(100_000)
          @Nullable Integer minutes,
      @Schema(description = "seed of everything random; a fresh one if absent") @Nullable Long seed,
      @Schema(
              description =
                  "demos and CI only: approve what passes in this name without anybody looking")
          @Size(max = 100)
          @Nullable String autoApproveAs,
      @Schema(description = "name of the search strategy; the default if absent") @Size(max = 100)
          @Nullable String strategy,
      @Schema(description = "proposals that may be open at once; 1 if absent")
          @Min(1)
          @Max(SearchPlan.MOST_PARALLEL)
          @Nullable Integer parallel,
      @Schema(
              description =
                  "what the search may spend besides: deviceSeconds, money with"
                      + " pricePerDeviceHour; and worthOfPercent, below which it stops; each the"
                      + " pack's budget if absent")
          @Nullable LimitsWish limits,
      @Schema(description = "true to start cold although earlier campaigns are remembered")
          @Nullable Boolean forgets) {

    CampaignService.SearchWish search() {
      return new CampaignService.SearchWish(
          strategy, parallel, limits, Boolean.TRUE.equals(forgets));
    }
  }

  /** A decision. */
  record Reason(
      @Schema(description = "why; needed to reject and to roll back") @Size(max = 2000)
          @Nullable String reason) {

    String text() {
      return reason == null ? "" : reason;
    }
  }

  /** A tuning result of another tool. */
  record ImportResult(
      @NotBlank @Size(max = 100) @Schema(description = "the pack that it configures") String pack,
      @Size(max = 100) @Schema(description = "id of the machine that it is for; this one if absent")
          @Nullable String hardware,
      @Size(max = 100) @Schema(description = "the scenario that it is for; all of them if absent")
          @Nullable String shape,
      @NotBlank @Schema(description = "kernel-tuner, t4 or configuration") String format,
      @NotBlank @Size(max = 1000) @Schema(description = "name of the file or run, for people")
          String source,
      @NotBlank @Schema(description = "the whole file") String content) {

    String hardwareOrHere() {
      return hardware == null ? "" : hardware;
    }

    String shapeOrAll() {
      return shape == null ? "" : shape;
    }
  }
}
