package dev.evolve.app.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.EvolveException;
import dev.evolve.gates.compare.CompareOptions;
import dev.evolve.gates.compare.GateReport;
import dev.evolve.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RevisionRunsTest {

  @TempDir private Path directory;
  private Path repository = Path.of("");
  private final List<String> progress = new ArrayList<>();

  /** Prints what the tree's file says, with a spread of a third of a percent. */
  private static final class FakeCommands implements Commands {
    private final Random random = new Random(11);
    private final List<String> ran = new ArrayList<>();

    @Override
    public CommandResult run(String command, Path tree, Path results, Duration limit) {
      ran.add(command + " in " + tree.getFileName());
      if (command.equals("build-fails")) {
        return new CommandResult("exit code 2: no rule", "", 1);
      }
      try {
        double value = Double.parseDouble(Files.readString(tree.resolve("cost")).strip());
        double noisy = value * Math.exp(0.003 * random.nextGaussian());
        String line =
            String.format(
                Locale.ROOT, "{\"metric\":\"time\",\"value\":%s,\"unit\":\"ms\"}%n", noisy);
        if (command.equals("to-file")) {
          Files.writeString(results, line);
        }
        return new CommandResult("", command.equals("to-file") ? "chatter" : line, 2);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private final FakeCommands commands = new FakeCommands();

  @BeforeEach
  void makeRepository() throws Exception {
    repository = Files.createDirectories(directory.resolve("repository"));
    git("init", "-q", "-b", "main");
    commit("100", "base");
    commit("110", "slower");
    git("checkout", "-q", "-b", "equal", "main~1");
    Files.writeString(repository.resolve("note"), "nothing");
    git("add", "-A");
    git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-q", "-m", "note");
  }

  private void commit(String cost, String message) throws Exception {
    Files.writeString(repository.resolve("cost"), cost);
    git("add", "-A");
    git("-c", "user.name=n", "-c", "user.email=e@x", "commit", "-q", "-m", message);
  }

  private String git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-C", repository.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private RevisionPlan plan(
      String head, String bench, @Nullable Integer rounds, @Nullable Duration budget) {
    return new RevisionPlan(
        repository,
        "main~1",
        head,
        "build",
        bench,
        null,
        rounds,
        budget,
        3,
        Duration.ofMinutes(1),
        Duration.ofMinutes(1),
        7,
        CompareOptions.standard(),
        directory.resolve("results"));
  }

  private GateReport judge(RevisionPlan plan) throws Exception {
    Path scratch = Files.createDirectories(directory.resolve("scratch"));
    return new RevisionRuns(plan, commands, scratch, progress::add).judge();
  }

  @Test
  void failsTheSlowerRevisionAndPassesTheEqualOne() throws Exception {
    assertThat(judge(plan("main", "bench", 12, null)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(judge(plan("equal", "to-file", 12, null)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void runsByTurnsInADrawnOrderAndTakesNothingOnTrust() throws Exception {
    GateReport report = judge(plan("main", "bench", 12, null));
    assertThat(report.order()).matches("(ABBA|BAAB){6}");
    assertThat(report.claims()).isEmpty();
    assertThat(commands.ran).startsWith("build in a", "build in b").hasSize(2 + 2 + 6 + 24);
  }

  @Test
  void saysWhatItWillFindBeforeTheRuns() throws Exception {
    judge(plan("main", "bench", 12, null));
    int foretold =
        progress.indexOf(
            progress.stream().filter(l -> l.contains("find")).findFirst().orElseThrow());
    assertThat(progress.get(foretold)).startsWith("12 pairs, order drawn from seed 7");
    assertThat(progress.get(foretold + 1)).contains("%  bench time");
    assertThat(progress.get(foretold + 2)).startsWith("run 1 of 24");
  }

  @Test
  void fitsTheRunsIntoTheBudget() throws Exception {
    judge(plan("equal", "bench", null, Duration.ofSeconds(56)));
    assertThat(progress).anyMatch(line -> line.startsWith("up to 10 pairs"));
    assertThatThrownBy(() -> judge(plan("equal", "bench", null, Duration.ofSeconds(40))))
        .isInstanceOf(EvolveException.class)
        .hasMessageContaining("the budget allows 6 pairs")
        .hasMessageContaining("at least 8");
  }

  @Test
  void endsTheRunsAsSoonAsTheVerdictIsKnown() throws Exception {
    GateReport report = judge(plan("main", "bench", null, Duration.ofMinutes(3)));
    assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(progress).anyMatch(line -> line.startsWith("up to 41 pairs"));
    assertThat(report.metrics().getFirst().pairs()).isBetween(8, 12);
    assertThat(report.order()).hasSize(2 * report.metrics().getFirst().pairs());
  }

  @Test
  void leavesTheRepositoryAsItWas() throws Exception {
    Files.writeString(repository.resolve("cost"), "my own change");
    judge(plan("main", "bench", 8, null));
    assertThat(repository.resolve("cost")).hasContent("my own change");
    assertThat(git("worktree", "list").lines()).hasSize(1);
    assertThat(git("branch", "--show-current").strip()).isEqualTo("equal");
    assertThat(directory.resolve("scratch/a")).doesNotExist();
  }

  @Test
  void keepsTheResultFilesNumbered() throws Exception {
    judge(plan("main", "to-file", 8, null));
    try (var files = Files.list(directory.resolve("results"))) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(n -> n.matches("\\d.*")))
          .hasSize(16)
          .allMatch(name -> name.matches("0\\d\\d-(base|head)"));
    }
  }

  @Test
  void refusesARevisionThatIsNotThereAndACommandThatFails() throws Exception {
    assertThatThrownBy(() -> judge(plan("--upload-pack=x", "bench", 8, null)))
        .hasMessageContaining("no revision --upload-pack=x");
    RevisionPlan broken = plan("main", "build-fails", 8, null);
    assertThatThrownBy(() -> judge(broken))
        .hasMessageContaining("the bench of the candidate main failed (warm-up)")
        .hasMessageContaining("no rule");
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void runsAShellCommandWithItsLimit() throws Exception {
    ShellCommands shell = new ShellCommands(directory);
    Path results = directory.resolve("it's here");
    CommandResult ran =
        shell.run("echo out; echo hi > {results}", directory, results, Duration.ofMinutes(1));
    assertThat(ran.problem()).isEmpty();
    assertThat(ran.output()).isEqualTo("out\n");
    assertThat(results).hasContent("hi");
    assertThat(
            shell.run("echo oh >&2; exit 3", directory, results, Duration.ofMinutes(1)).problem())
        .isEqualTo("exit code 3: oh");
    assertThat(shell.run("exec sleep 60", directory, results, Duration.ofMillis(50)).problem())
        .startsWith("killed after");
  }
}
