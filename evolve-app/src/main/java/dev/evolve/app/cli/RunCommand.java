package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code evolve run PACK}: one whole campaign, with everything that it needs. */
@Command(
    name = "run",
    description = {
      "Run one whole campaign on a bench pack: propose, measure, judge, canary, commit, merge.",
      "Starts the service if none runs on this home. Exits with 0 if something was merged or "
          + "honestly nothing better was found, with 1 otherwise."
    },
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {

  private static final Set<String> GOOD_OUTCOMES = Set.of("promoted", "nothing-better-found");

  @Parameters(paramLabel = "PACK", description = "directory with an evolve.yaml")
  private Path pack;

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description = "how many candidates to measure (default: the pack's budget)")
  private @Nullable Integer evaluations;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "how long to search (default: the pack's budget)")
  private @Nullable Integer minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "seed of the search (default: a fresh one)")
  private @Nullable Long seed;

  @Option(
      names = "--auto-approve-as",
      paramLabel = "NAME",
      description = {
        "for demos and CI only: approve what passes in this name without anybody looking.",
        "Recorded as unattended in the approval, the merge commit and the graph."
      })
  private @Nullable String autoApproveAs;

  @Option(names = "--no-browser", description = "do not open the dashboard in a browser")
  private boolean noBrowser;

  @Mixin private SearchOptions search;

  @Mixin private ServiceOptions options;

  @Override
  public Integer call() throws InterruptedException {
    Path directory = pack.toAbsolutePath().normalize();
    if (!Files.isRegularFile(directory.resolve("evolve.yaml"))) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST,
          "no evolve.yaml in " + directory + "; PACK must be the directory of a bench pack");
    }
    Map<String, Object> wish = search.fields();
    if (autoApproveAs != null) {
      System.out.println(
          "*** UNATTENDED: what passes the gates will be merged in the name of "
              + autoApproveAs
              + " without anybody looking ***");
    }
    Optional<ServiceFile> running = ServiceFile.find(HomeOption.home());
    if (running.isPresent()) {
      System.out.println("using the service at " + running.get().url());
      return follow(running.get().url(), directory, wish);
    }
    try (LocalService service = LocalService.start(HomeOption.home(), options)) {
      service.announce(System.out);
      if (!noBrowser) {
        Browser.open(service.url());
      }
      return follow(service.url(), directory, wish);
    }
  }

  private int follow(String url, Path directory, Map<String, Object> wish) {
    try (EvolveClient client = EvolveClient.of(url, HomeOption.home())) {
      String campaignId = start(client, directory, wish);
      CampaignView view = new CampaignView(System.out, url);
      long next = 0;
      while (view.report().outcome().isEmpty()) {
        for (RecordedEvent event : client.events(campaignId, next)) {
          view.show(event.event());
          next++;
        }
      }
      System.out.println(view.report().render());
      DomainEvent.CampaignFinished finished = view.report().outcome().orElseThrow();
      boolean verified =
          view.report()
              .merge()
              .map(
                  merged ->
                      new Verification(HomeOption.home(), null, null)
                          .print(merged.mergeCommit(), System.out))
              .orElse(true);
      return GOOD_OUTCOMES.contains(finished.outcome()) && verified ? 0 : 1;
    }
  }

  private String start(EvolveClient client, Path directory, Map<String, Object> wish) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("pack", directory.toString());
    putIfGiven(body, "evaluations", evaluations);
    putIfGiven(body, "minutes", minutes);
    putIfGiven(body, "seed", seed);
    putIfGiven(body, "autoApproveAs", autoApproveAs);
    body.putAll(wish);
    JsonNode answer = client.post("/api/v1/campaigns", body);
    return answer.path("id").asString("");
  }

  private static void putIfGiven(Map<String, Object> body, String key, @Nullable Object value) {
    if (value != null) {
      body.put(key, value);
    }
  }
}
