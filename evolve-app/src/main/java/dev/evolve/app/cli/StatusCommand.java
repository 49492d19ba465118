package dev.evolve.app.cli;

import dev.evolve.json.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code evolve status}. */
@Command(
    name = "status",
    description = "What the service of this home is doing.",
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {

  @Option(names = "--json", description = "print the answer of the API as it is")
  private boolean json;

  @Override
  public Integer call() {
    try (EvolveClient client = EvolveClient.ofRunning(HomeOption.home())) {
      JsonNode status = client.get("/api/v1/status");
      if (json) {
        System.out.println(
            Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(status));
        return 0;
      }
      System.out.println("service    " + client.url());
      status
          .properties()
          .forEach(part -> System.out.printf("%-10s %s%n", part.getKey(), text(part.getValue())));
    }
    return 0;
  }

  private static String text(JsonNode value) {
    return value.isString() ? value.asString() : value.toString();
  }
}
