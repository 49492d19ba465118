package dev.evolve.app.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code evolve approve PROPOSAL}. */
@Command(
    name = "approve",
    description = "Approve a proposal that awaits approval; it is merged at once.",
    mixinStandardHelpOptions = true)
public final class ApproveCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PROPOSAL", description = "id of the proposal")
  private String proposal;

  @Option(names = "--reason", paramLabel = "TEXT", description = "why; recorded with the decision")
  private String reason = "";

  @Override
  public Integer call() {
    try (EvolveClient client = EvolveClient.ofRunning(HomeOption.home())) {
      JsonNode answer =
          client.post("/api/v1/proposals/" + proposal + "/approve", Map.of("reason", reason));
      String commit = answer.path("mergeCommit").asString("");
      System.out.println("merged as " + commit);
      System.out.println("verify with ./evolve verify " + commit);
    }
    return 0;
  }
}
