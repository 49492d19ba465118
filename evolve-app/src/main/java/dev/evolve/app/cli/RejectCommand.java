package dev.evolve.app.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code evolve reject PROPOSAL}. */
@Command(
    name = "reject",
    description = "Reject a proposal that awaits approval.",
    mixinStandardHelpOptions = true)
public final class RejectCommand implements Callable<Integer> {

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
          client.post("/api/v1/proposals/" + proposal + "/reject", Map.of("reason", reason));
      System.out.println("rejected" + answer.path("reason").asString(""));
    }
    return 0;
  }
}
