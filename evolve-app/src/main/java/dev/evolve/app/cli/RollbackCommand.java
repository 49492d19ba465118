package dev.evolve.app.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code evolve rollback PROPOSAL}. */
@Command(
    name = "rollback",
    description = "Undo a promoted proposal: revert its merge and restore the artifact before it.",
    mixinStandardHelpOptions = true)
public final class RollbackCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PROPOSAL", description = "id of the proposal")
  private String proposal;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "why; recorded with the decision")
  private String reason = "";

  @Override
  public Integer call() {
    try (EvolveClient client = EvolveClient.ofRunning(HomeOption.home())) {
      JsonNode answer =
          client.post("/api/v1/proposals/" + proposal + "/rollback", Map.of("reason", reason));
      System.out.println("reverted by " + answer.path("revertCommit").asString(""));
      System.out.println("restored tree " + answer.path("restoredTree").asString(""));
      System.out.println("restored artifact " + answer.path("restoredArtifact").asString(""));
    }
    return 0;
  }
}
