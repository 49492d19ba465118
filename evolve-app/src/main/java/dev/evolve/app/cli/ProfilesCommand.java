package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.profile.TuningResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code evolve profiles}: the database of tuning profiles of the running service. */
@Command(
    name = "profiles",
    description = "Best known configurations: list them, look one up, export it to a build.",
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND")
public final class ProfilesCommand implements Runnable {

  private static final String ROOT = "/api/v1/profiles";
  private static final Duration POLL = Duration.ofSeconds(2);

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "name a command, such as list, lookup or export");
    }
  }

  /** What a build asks for. */
  static final class Question {
    @Option(names = "--pack", paramLabel = "PACK", required = true, description = "the pack")
    private String pack = "";

    @Option(
        names = "--hardware",
        paramLabel = "ID",
        description = "unit or hardware profile (default: the machine of the service)")
    private String hardware = "";

    @Option(
        names = "--shape",
        paramLabel = "NAME",
        description = "scenario (default: all of them together)")
    private String shape = "";

    @Option(names = "--stale", description = "take a stale profile where none is current")
    private boolean stale;

    @Option(names = "--imported", description = "take an import where nothing is proved")
    private boolean imported;

    String query() {
      return Query.of("pack", pack)
          .and("hardware", hardware)
          .and("shape", shape)
          .and("stale", stale)
          .and("imported", imported)
          .text();
    }
  }

  private static int with(Function<EvolveClient, Integer> work) {
    try (EvolveClient client = EvolveClient.ofRunning(HomeOption.home())) {
      return work.apply(client);
    }
  }

  @Command(name = "list", description = "Profiles, those that serve first.")
  int list(
      @Option(names = "--pack", paramLabel = "PACK", defaultValue = "") String pack,
      @Option(names = "--hardware", paramLabel = "ID", defaultValue = "") String hardware,
      @Option(names = "--shape", paramLabel = "NAME", defaultValue = "") String shape,
      @Option(names = "--state", paramLabel = "STATE", defaultValue = "") String state,
      @Option(names = "--json", description = "print the answer of the API as it is")
          boolean json) {
    return with(
        client -> {
          String query =
              Query.of("pack", pack)
                  .and("hardware", hardware)
                  .and("shape", shape)
                  .and("state", state)
                  .and("limit", 500)
                  .text();
          JsonNode page = client.get(ROOT + query);
          System.out.print(json ? ProfileTable.pretty(page) : ProfileTable.list(page));
          return 0;
        });
  }

  @Command(name = "lookup", description = "Which configuration to use, and why.")
  int lookup(
      @Mixin Question question,
      @Option(names = "--json", description = "print the answer of the API as it is")
          boolean json) {
    return with(
        client -> {
          JsonNode answer = client.get(ROOT + "/lookup" + question.query());
          System.out.print(json ? ProfileTable.pretty(answer) : ProfileTable.answer(answer));
          return 0;
        });
  }

  @Command(name = "show", description = "A profile with its evidence and history.")
  int show(
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--json", description = "print the answer of the API as it is")
          boolean json) {
    return with(
        client -> {
          JsonNode detail = client.get(ROOT + "/" + Query.segment(id));
          System.out.print(json ? ProfileTable.pretty(detail) : ProfileTable.detail(detail));
          return 0;
        });
  }

  @Command(
      name = "export",
      description = {
        "Write what a lookup answers as a C header, an environment file or JSON.",
        "Where nothing is shown good the file holds the baseline and says why; with --strict it is"
            + " not written and the exit code is 1."
      })
  int export(
      @Mixin Question question,
      @Option(names = "--format", paramLabel = "header|env|json", defaultValue = "header")
          String format,
      @Option(names = "--strict", description = "fail where only the baseline is left")
          boolean strict,
      @Option(
              names = "-o",
              paramLabel = "FILE",
              description = "where to (default: standard output)")
          @Nullable Path file) {
    return with(
        client -> {
          String query = question.query() + "&format=" + Query.encode(format) + "&strict=" + strict;
          String text = client.getText(ROOT + "/export" + query);
          if (file == null) {
            System.out.print(text);
          } else {
            write(file, text);
          }
          return 0;
        });
  }

  /** A build that reads the file meanwhile sees the old one or the new one, never half of it. */
  private static void write(Path file, String text) {
    try {
      Path draft = file.resolveSibling(file.getFileName() + ".new");
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "cannot write " + file + ": " + e, e);
    }
  }

  @Command(name = "diff", description = "How two profiles differ.")
  int diff(
      @Parameters(paramLabel = "ID") String left, @Parameters(paramLabel = "ID") String right) {
    return with(
        client -> {
          JsonNode difference =
              client.get(ROOT + "/" + Query.segment(left) + "/diff/" + Query.segment(right));
          System.out.print(ProfileTable.difference(difference));
          return 0;
        });
  }

  @Command(name = "pin", description = "Serve a profile before better ones of its key.")
  int pin(@Parameters(paramLabel = "ID") String id, @Mixin Why why) {
    return decide(id, "pin", why);
  }

  @Command(name = "unpin", description = "Serve the best profile of the key again.")
  int unpin(@Parameters(paramLabel = "ID") String id, @Mixin Why why) {
    return decide(id, "unpin", why);
  }

  @Command(name = "quarantine", description = "Take a profile out of service.")
  int quarantine(@Parameters(paramLabel = "ID") String id, @Mixin Why why) {
    return decide(id, "quarantine", why);
  }

  /** A reason, which is recorded. */
  static final class Why {
    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; recorded")
    private String reason = "";
  }

  private static int decide(String id, String what, Why why) {
    return with(
        client -> {
          JsonNode entry =
              client.post(
                  ROOT + "/" + Query.segment(id) + "/" + what, Map.of("reason", why.reason));
          System.out.print(ProfileTable.line(entry));
          return 0;
        });
  }

  @Command(
      name = "revalidate",
      description = "Measure a profile beside its baseline once more, and wait for the outcome.")
  int revalidate(@Parameters(paramLabel = "ID") String id) {
    return with(
        client -> {
          String path = ROOT + "/" + Query.segment(id);
          client.post(path + "/revalidate", Map.of());
          JsonNode detail = client.get(path);
          while (detail.path("revalidation").path("state").asString("").equals("running")) {
            pause();
            detail = client.get(path);
          }
          System.out.print(ProfileTable.detail(detail));
          boolean failed = detail.path("revalidation").path("state").asString("").equals("failed");
          boolean out = detail.path("entry").path("state").asString("").equals("QUARANTINED");
          return failed || out ? 1 : 0;
        });
  }

  private static void pause() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(
          ErrorCode.INTERNAL, "interrupted; the measurement goes on in the service", e);
    }
  }

  @Command(
      name = "import",
      description = {
        "Take the best configuration of a tuning result in.",
        "It is marked as imported and serves nobody who does not ask for it, until it is"
            + " re-validated."
      })
  int importResult(
      @Parameters(paramLabel = "FILE") Path file,
      @Option(names = "--pack", paramLabel = "PACK", required = true) String pack,
      @Option(
              names = "--format",
              paramLabel = "kernel-tuner|t4|configuration",
              defaultValue = TuningResult.KERNEL_TUNER)
          String format,
      @Option(names = "--hardware", paramLabel = "ID", defaultValue = "") String hardware,
      @Option(names = "--shape", paramLabel = "NAME", defaultValue = "") String shape) {
    return with(
        client -> {
          Map<String, String> body = new LinkedHashMap<>();
          body.put("pack", pack);
          body.put("hardware", hardware);
          body.put("shape", shape);
          body.put("format", format);
          body.put("source", String.valueOf(file.getFileName()));
          body.put("content", read(file));
          System.out.print(ProfileTable.line(client.post(ROOT + "/import", body)));
          return 0;
        });
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "cannot read " + file + ": " + e, e);
    }
  }
}
