package dev.evolve.app.cli;

import dev.evolve.app.replay.SpaceFiles;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evolve memory}: what searches of the running service start from. */
@Command(
    name = "memory",
    description = "What searches start from: list it, bring results of your own, forget them.",
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND")
public final class MemoryCommand implements Runnable {

  private static final String ROOT = "/api/v1/memory";
  private static final String ROW = "%-28s %-20s %-28s %-12s %7s  %s%n";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "name a command: list, import or forget");
    }
  }

  private static int with(Function<EvolveClient, Integer> work) {
    try (EvolveClient client = EvolveClient.ofRunning(HomeOption.home())) {
      return work.apply(client);
    }
  }

  @Command(name = "list", description = "The sets of trials of campaigns and of imports.")
  int list(
      @Option(
              names = "--kernel",
              paramLabel = "NAME",
              defaultValue = "",
              description = "of this pack or kernel alone")
          String kernel,
      @Option(names = "--json", description = "print the answer of the API as it is")
          boolean json) {
    return with(
        client -> {
          JsonNode answer = client.get(ROOT + Query.of("kernel", kernel).text());
          System.out.print(json ? ProfileTable.pretty(answer) : table(answer));
          return 0;
        });
  }

  @Command(
      name = "import",
      description = {
        "Remember every configuration in cache files of Kernel Tuner or T4 files (.json, .json.gz).",
        "Campaigns start from what has their pack's name as its kernel, for as long as it agrees"
            + " with what they measure. Knobs are matched by name."
      })
  int importFiles(
      @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files,
      @Option(
              names = "--kernel",
              paramLabel = "NAME",
              defaultValue = "",
              description = "pack or kernel that they are of (default: the one in the file)")
          String kernel,
      @Option(
              names = "--hardware",
              paramLabel = "NAME",
              defaultValue = "",
              description = "what names the machine (default: the device in the file)")
          String hardware,
      @Option(
              names = "--shape",
              paramLabel = "NAME",
              defaultValue = "",
              description = "input that they are of (default: the problem size in the file)")
          String shape) {
    return with(
        client -> {
          int failed = 0;
          for (Path file : files) {
            try {
              System.out.print(imported(client, file, kernel, hardware, shape));
            } catch (EvolveException e) {
              System.err.println(file + ": " + e.getMessage());
              failed++;
            }
          }
          return failed == 0 ? 0 : 1;
        });
  }

  private static String imported(
      EvolveClient client, Path file, String kernel, String hardware, String shape) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("source", String.valueOf(file.getFileName()));
    body.put("content", SpaceFiles.text(file));
    put(body, "kernel", kernel);
    put(body, "hardware", hardware);
    put(body, "shape", shape);
    JsonNode entry = client.post(ROOT + "/import", body);
    return String.format(
        Locale.ROOT,
        "%s: %d configurations of %s on %s%n",
        ProfileTable.clean(entry.path("importId")),
        entry.path("trials").asInt(0),
        ProfileTable.clean(entry.path("kernel")),
        ProfileTable.clean(entry.path("hardware")));
  }

  private static void put(Map<String, Object> body, String name, String value) {
    if (!value.isBlank()) {
      body.put(name, value);
    }
  }

  @Command(name = "forget", description = "Remember imports no longer; the log keeps both.")
  int forget(
      @Parameters(paramLabel = "ID", arity = "1..*", description = "as list says") List<String> ids,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              required = true,
              description = "why; recorded")
          String reason) {
    if (reason.isBlank()) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "--reason is empty; say why");
    }
    return with(
        client -> {
          for (String id : ids) {
            client.post(ROOT + "/" + Query.segment(id) + "/forget", Map.of("reason", reason));
            System.out.println(id + ": forgotten");
          }
          return 0;
        });
  }

  static String table(JsonNode answer) {
    StringBuilder text = new StringBuilder();
    text.append(row("IMPORT", "KERNEL", "HARDWARE", "SHAPE", "TRIALS", "FROM"));
    answer
        .path("entries")
        .forEach(
            entry -> {
              String id = ProfileTable.clean(entry.path("importId"));
              text.append(
                  row(
                      id.isEmpty() ? "-" : id,
                      ProfileTable.clean(entry.path("kernel")),
                      ProfileTable.clean(entry.path("hardware")),
                      ProfileTable.clean(entry.path("shape")),
                      String.valueOf(entry.path("trials").asInt(0)),
                      ProfileTable.clean(entry.path("origin"))));
            });
    return text.toString();
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, ROW, cells);
  }
}
