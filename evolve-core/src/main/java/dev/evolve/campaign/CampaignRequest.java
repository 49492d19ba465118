package dev.evolve.campaign;

import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.PackSource;
import dev.evolve.tuning.SearchPlan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign is asked to do.
 *
 * @param source the code that it starts from
 * @param pack the pack at that commit
 * @param baseline the configuration in force at that commit
 * @param evaluations how many candidates may be measured
 * @param minutes how long the search may take
 * @param policy how measurements are spent
 * @param startedBy who asked
 * @param autoApproveAs for demos and CI only: the name that approves by itself; null for never
 * @param search how it searches
 */
public record CampaignRequest(
    PackSource source,
    BenchPack pack,
    Configuration baseline,
    int evaluations,
    int minutes,
    CampaignPolicy policy,
    String startedBy,
    @Nullable String autoApproveAs,
    SearchPlan search) {

  public CampaignRequest {
    // Requests stored before there was a choice have none.
    search = search == null ? SearchPlan.STANDARD : search;
    if (evaluations < 1 || minutes < 1) {
      throw new IllegalArgumentException("a campaign needs a budget of at least 1 and 1 minute");
    }
  }

  /** A request to search in the standard way. */
  public CampaignRequest(
      PackSource source,
      BenchPack pack,
      Configuration baseline,
      int evaluations,
      int minutes,
      CampaignPolicy policy,
      String startedBy,
      @Nullable String autoApproveAs) {
    this(
        source,
        pack,
        baseline,
        evaluations,
        minutes,
        policy,
        startedBy,
        autoApproveAs,
        SearchPlan.STANDARD);
  }

  /** How many pairs of runs a confirmation may take on each scenario. */
  int confirmationRounds() {
    return pack.gates().perf().roundsOr(policy.confirmationRounds());
  }

  /** The name that approves by itself, if any. */
  public Optional<String> autoApprover() {
    return Optional.ofNullable(autoApproveAs);
  }
}
