package dev.evolve.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.sandbox.SandboxResult.Ending;
import dev.evolve.sandbox.Sandboxes.Choice;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every technology must hold, tried from inside with real commands. */
class SandboxTest {

  private static final long MIB = 1L << 20;
  private static final Map<Choice, Sandbox> SANDBOXES = new EnumMap<>(Choice.class);
  private static final Map<Choice, String> ABSENT = new EnumMap<>(Choice.class);

  @TempDir static Path home;
  private static Path programs;

  @TempDir Path outside;
  private Path work;

  @BeforeAll
  static void findSandboxes() throws Exception {
    for (Choice choice : List.of(Choice.BUBBLEWRAP, Choice.UNSHARE, Choice.UNPROTECTED)) {
      try {
        SANDBOXES.put(choice, Sandboxes.detect(home, choice, InstantSource.system()));
      } catch (EvolveException e) {
        ABSENT.put(choice, String.valueOf(e.getMessage()));
      }
    }
    programs = Files.createDirectory(home.resolve("programs"));
    TestPrograms.compile(programs, "connect", TestPrograms.CONNECT);
    TestPrograms.compile(programs, "touch-memory", TestPrograms.TOUCH_MEMORY);
    TestPrograms.compile(programs, "clock-step", TestPrograms.CLOCK_STEP);
  }

  @BeforeEach
  void makeWorkDirectory() throws IOException {
    work = Files.createDirectory(outside.resolve("work"));
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE", "UNPROTECTED"})
  void givesBackOutputsAndExitCode(Choice technology) throws Exception {
    SandboxResult result = shell(technology, "pwd; echo err >&2; exit 3");
    assertThat(result.ending()).isEqualTo(Ending.EXITED);
    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.standardOutput()).isEqualTo(work + "\n");
    assertThat(result.standardError()).isEqualTo("err\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE", "UNPROTECTED"})
  void saysWhichSignalEndedACommand(Choice technology) throws Exception {
    SandboxResult result = shell(technology, "kill -SEGV $$");
    assertThat(result.ending()).isEqualTo(Ending.SIGNALLED);
    assertThat(result.exitCode()).isEqualTo(128 + 11);
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void reportsACommandThatIsNotThere(Choice technology) throws Exception {
    SandboxResult result = run(technology, "no-such-command");
    assertThat(result.ending()).isEqualTo(Ending.EXITED);
    assertThat(result.exitCode()).isEqualTo(127);
    assertThat(result.standardError()).contains("no-such-command");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void hasNoNetwork(Choice technology) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"))) {
      String port = Integer.toString(listener.getLocalPort());
      String connect = programs.resolve("connect").toString();
      assertThat(run(Choice.UNPROTECTED, connect, port).exitCode()).isZero();
      assertThat(run(technology, connect, port).exitCode()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void seesNothingBesideItsDirectories(Choice technology) throws Exception {
    Files.writeString(outside.resolve("secret"), "secret");
    Files.writeString(home.resolve("secret"), "secret");
    SandboxResult result =
        shell(
            technology,
            "cat %1$s/secret %2$s/secret; ls -A /root /home /var /etc/passwd; ls -A %1$s"
                .formatted(outside, home));
    assertThat(result.standardOutput()).isEqualTo("work\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void writesOnlyWhereItMay(Choice technology) throws Exception {
    Path readable = Files.createDirectory(outside.resolve("readable"));
    Files.writeString(readable.resolve("input"), "input");
    String script =
        "cat %1$s/input; echo x > %1$s/made; rm -f %1$s/input; echo x > /usr/made; echo x > /made;"
                .formatted(readable)
            + " echo x > ../made; echo x > /etc/made; echo x > /dev/made; echo kept > made";
    SandboxResult result =
        sandbox(technology).run(command(List.of("sh", "-c", script), List.of(readable), 256, null));
    assertThat(result.standardOutput()).isEqualTo("input");
    assertThat(readable.resolve("input")).hasContent("input");
    assertThat(work.resolve("made")).hasContent("kept");
    assertThat(outside.resolve("made")).doesNotExist();
    assertThat(readable.resolve("made")).doesNotExist();
    assertThat(result.standardError().lines().filter(line -> line.contains("cannot"))).hasSize(6);
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void showsItsDirectoryReadOnlyUnlessItIsWritable(Choice technology) throws Exception {
    SandboxCommand command =
        new SandboxCommand(
            List.of("sh", "-c", "echo x > made"),
            work,
            List.of(),
            List.of(),
            new TreeMap<>(),
            limits(Duration.ofSeconds(30), 256),
            null);
    assertThat(sandbox(technology).run(command).exitCode()).isNotZero();
    assertThat(work).isEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void hasATmpOfItsOwnForEachRun(Choice technology) throws Exception {
    Path shared = Files.createTempFile("evolve-shared", "");
    try {
      String script = "test -e " + shared + " && echo seen; echo x > /tmp/left; ls /tmp/left";
      SandboxResult first = shell(technology, script);
      assertThat(first.standardOutput()).isEqualTo("/tmp/left\n");
      SandboxResult second = shell(technology, "ls -A /tmp; ls -A /dev/shm");
      assertThat(second.standardOutput()).doesNotContain("left");
    } finally {
      Files.delete(shared);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE", "UNPROTECTED"})
  void inheritsNothingOfTheEnvironment(Choice technology) throws Exception {
    assertThat(System.getenv()).as("there is something to inherit").hasSizeGreaterThan(2);
    SandboxCommand command =
        new SandboxCommand(
            List.of("env"),
            work,
            List.of(),
            List.of(work),
            new TreeMap<>(Map.of("GIVEN", "with = and spaces")),
            limits(Duration.ofSeconds(30), 256),
            null);
    List<String> lines = sandbox(technology).run(command).standardOutput().lines().toList();
    assertThat(lines)
        .contains("HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8", "GIVEN=with = and spaces")
        .allMatch(line -> line.matches("(PATH|HOME|TMPDIR|LANG|GIVEN|PWD|OLDPWD)=.*"));
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void leavesNoProcessBehind(Choice technology) throws Exception {
    SandboxResult result =
        shell(technology, "setsid sh -c 'sleep 1; echo late > late; sleep 3600' & exit 0");
    assertThat(result.exitCode()).isZero();
    assertThat(result.usage().wallNs()).isLessThan(Duration.ofSeconds(1).toNanos());
    assertThat(sleepers("3600")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE", "UNPROTECTED"})
  void killsTheWholeTreeAtTheWallLimit(Choice technology) throws Exception {
    SandboxCommand command =
        new SandboxCommand(
            List.of("sh", "-c", "echo started; (sleep 3601 & sleep 3601) & sleep 3601"),
            work,
            List.of(),
            List.of(work),
            new TreeMap<>(),
            limits(Duration.ofMillis(500), 256),
            null);
    SandboxResult result = sandbox(technology).run(command);
    assertThat(result.ending()).isEqualTo(Ending.TIMED_OUT);
    assertThat(result.standardOutput()).isEqualTo("started\n");
    assertThat(sleepers("3601")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void killsAHogAtTheMemoryLimit(Choice technology) throws Exception {
    String hog = programs.resolve("touch-memory").toString();
    SandboxResult result =
        sandbox(technology).run(command(List.of(hog, "512"), List.of(programs), 128, null));
    assertThat(result.ending()).isEqualTo(Ending.OUT_OF_MEMORY);
  }

  @Test
  void killsAHogWithoutControlGroups() throws Exception {
    Sandbox sandbox = sandboxWith(ControlGroups.none(), true);
    String hog = programs.resolve("touch-memory").toString();
    SandboxResult one =
        sandbox.run(command(List.of(hog, "512", "5"), List.of(programs), 128, null));
    assertThat(one.ending()).isNotEqualTo(Ending.EXITED);
    SandboxResult many =
        sandbox.run(
            command(
                List.of("sh", "-c", hog + " 100 5 & " + hog + " 100 5 & wait"),
                List.of(programs),
                128,
                null));
    assertThat(many.ending()).as("two that are too much together").isEqualTo(Ending.OUT_OF_MEMORY);
    assertThat(sandbox.missing()).anyMatch(line -> line.contains("memory control group"));
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void cutsAFloodOfOutput(Choice technology) throws Exception {
    SandboxResult result = shell(technology, "head -c 50000000 /dev/zero | tr '\\0' x; echo y >&2");
    assertThat(result.exitCode()).isZero();
    assertThat(result.standardOutput()).startsWith("xxx").hasSizeLessThan(66_000).contains("cut");
    assertThat(result.standardError()).isEqualTo("y\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void stopsAFileThatIsTooLarge(Choice technology) throws Exception {
    SandboxResult result = shell(technology, "head -c 5000000 /dev/zero > large");
    assertThat(result.exitCode()).isNotZero();
    assertThat(work.resolve("large").toFile().length()).isLessThanOrEqualTo(4 * MIB);
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void measuresMemoryAndTimeFromOutside(Choice technology) throws Exception {
    ResourceUsage nothing = run(technology, "true").usage();
    assertThat(nothing.peakRssBytes()).isBetween(100_000L, 10 * MIB);
    assertThat(nothing.cpuNs()).isLessThan(Duration.ofMillis(500).toNanos());

    String toucher = programs.resolve("touch-memory").toString();
    ResourceUsage touched =
        sandbox(technology)
            .run(command(List.of(toucher, "64"), List.of(programs), 256, null))
            .usage();
    assertThat(touched.peakRssBytes()).isBetween(60 * MIB, 80 * MIB);

    ResourceUsage busy =
        shell(technology, "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done & wait").usage();
    assertThat(busy.cpuNs()).isBetween(5_000_000L, Duration.ofSeconds(20).toNanos());
    assertThat(busy.wallNs()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void leavesTheProcessorClockFine(Choice technology) throws Exception {
    // A limit of processor time would make the kernel answer in ticks of milliseconds.
    SandboxResult result = run(technology, programs.resolve("clock-step").toString());
    assertThat(Long.parseLong(result.standardOutput().strip())).isLessThan(500_000);
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void keepsItsReportOutOfReach(Choice technology) throws Exception {
    String forged = "{\"exitCode\":0,\"signal\":0,\"peakRssBytes\":1}";
    SandboxResult result =
        shell(
            technology,
            ("(echo '%s' >&3); for p in 1 $PPID; do (echo '%s' > /proc/$p/fd/3); done;"
                    + " kill -9 1; kill -9 $PPID; exit 5")
                .formatted(forged, forged));
    assertThat(result.exitCode()).isEqualTo(5);
    assertThat(result.usage().peakRssBytes()).isGreaterThan(100_000L);
    assertThat(result.standardError()).contains("3: Bad file descriptor").contains("Permission");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void hasNoCapabilities(Choice technology) throws Exception {
    SandboxResult result =
        shell(technology, "grep -E 'Cap(Prm|Eff|Bnd)|NoNewPrivs' /proc/self/status");
    assertThat(result.standardOutput().lines())
        .allMatch(line -> line.matches("Cap...:\\t0+|NoNewPrivs:\\t1"))
        .hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void runsOnTheProcessorAskedFor(Choice technology) throws Exception {
    SandboxResult result =
        sandbox(technology)
            .run(
                command(
                    List.of("grep", "Cpus_allowed_list", "/proc/self/status"), List.of(), 256, 0));
    assertThat(result.standardOutput()).isEqualTo("Cpus_allowed_list:\t0\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void limitsTheNumberOfProcesses(Choice technology) throws Exception {
    assumeTrue(
        sandbox(technology).protections().stream().anyMatch(p -> p.startsWith("process-limit")),
        "this machine cannot limit processes for this user");
    SandboxResult result = shell(technology, "for i in $(seq 40); do sleep 2 & done; echo all");
    assertThat(result.standardError()).contains("fork");
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE", "UNPROTECTED"})
  void keepsAServiceUntilItIsClosed(Choice technology) throws Exception {
    SandboxCommand command =
        command(
            List.of("sh", "-c", "trap 'echo ended > ended; exit' TERM; echo up; sleep 3602 & wait"),
            List.of(),
            256,
            null);
    try (SandboxProcess service = sandbox(technology).start(command)) {
      await(() -> service.output().equals("up\n"));
      assertThat(service.isAlive()).isTrue();
      assertThat(ProcessHandle.of(service.pid())).isPresent();
    }
    assertThat(sleepers("3602")).isEmpty();
    if (technology != Choice.UNPROTECTED) {
      assertThat(work.resolve("ended")).as("it was asked first").hasContent("ended");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void outlivesTheThreadThatStartedIt(Choice technology) throws Exception {
    SandboxProcess[] service = new SandboxProcess[1];
    SandboxCommand command = command(List.of("sleep", "3603"), List.of(), 256, null);
    Thread borrowed =
        Thread.ofPlatform().start(() -> service[0] = sandbox(technology).start(command));
    borrowed.join();
    await(() -> !sleepers("3603").isEmpty());
    assertThat(service[0].isAlive()).isTrue();
    service[0].close();
    assertThat(sleepers("3603")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"BUBBLEWRAP", "UNSHARE"})
  void worksWithoutALauncherButKnowsLess(Choice technology) throws Exception {
    assumeTrue(SANDBOXES.containsKey(technology));
    Enclosure enclosure =
        technology == Choice.BUBBLEWRAP ? new BubblewrapEnclosure() : new UnshareEnclosure(true);
    Sandbox sandbox =
        new EnclosedSandbox(
            enclosure,
            Optional.empty(),
            ControlGroups.none(),
            home.resolve("runs"),
            InstantSource.system(),
            true);
    SandboxResult result =
        sandbox.run(command(List.of("sh", "-c", "echo out; exit 4"), List.of(), 256, 0));
    assertThat(result.exitCode()).isEqualTo(4);
    assertThat(result.standardOutput()).isEqualTo("out\n");
    assertThat(result.usage().cpuNs()).isNull();
    assertThat(result.usage().peakRssBytes()).isNull();
    assertThat(result.usage().wallNs()).isPositive();
    assertThat(sandbox.missing()).anyMatch(line -> line.contains("C compiler"));
  }

  @Test
  void saysWhichEnclosureCannotBeSetUp() {
    SandboxCommand command =
        new SandboxCommand(
            List.of("true"),
            work,
            List.of(outside.resolve("absent")),
            List.of(),
            new TreeMap<>(),
            limits(Duration.ofSeconds(5), 256),
            null);
    assertThatThrownBy(
            () -> sandbox(Choice.UNPROTECTED).run(command(List.of(), List.of(), 64, null)))
        .isInstanceOf(EvolveException.class);
    assertThatThrownBy(() -> sandboxWith(ControlGroups.none(), true).run(command))
        .isInstanceOfSatisfying(
            EvolveException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SANDBOX_UNAVAILABLE))
        .hasMessageContaining("absent");
  }

  @Test
  void neverRunsUnprotectedByItself() {
    Sandbox automatic = Sandboxes.detect(home, Choice.AUTOMATIC, InstantSource.system());
    assertThat(automatic.technology()).isNotEqualTo("unprotected");
    assertThat(automatic.protections()).contains("no-network", "read-only-root");
    assertThat(sandbox(Choice.UNPROTECTED).protections()).doesNotContain("no-network");
    assertThat(sandbox(Choice.UNPROTECTED).missing().getFirst()).contains("Nothing is enclosed");
  }

  @Test
  void leavesNoDirectoryOfARunBehind() throws Exception {
    shell(Choice.UNPROTECTED, "true");
    assertThat(home.resolve("runs")).isEmptyDirectory();
  }

  private static Sandbox sandbox(Choice technology) {
    assumeTrue(
        SANDBOXES.containsKey(technology),
        () -> technology + " does not hold on this machine: " + ABSENT.get(technology));
    return SANDBOXES.get(technology);
  }

  /** A sandbox of the technology that holds here, with other control groups. */
  private static Sandbox sandboxWith(ControlGroups groups, boolean root) {
    Enclosure enclosure =
        SANDBOXES.containsKey(Choice.BUBBLEWRAP)
            ? new BubblewrapEnclosure()
            : new UnshareEnclosure(true);
    Optional<Launcher> launcher = Launcher.obtain(home.resolve("launcher"));
    return new EnclosedSandbox(
        enclosure, launcher, groups, home.resolve("runs"), InstantSource.system(), root);
  }

  private SandboxResult shell(Choice technology, String script) throws InterruptedException {
    return run(technology, "sh", "-c", script);
  }

  private SandboxResult run(Choice technology, String... line) throws InterruptedException {
    return sandbox(technology).run(command(List.of(line), List.of(programs), 256, null));
  }

  private SandboxCommand command(
      List<String> line, List<Path> readable, int memoryMiB, @Nullable Integer cpu) {
    return new SandboxCommand(
        line,
        work,
        readable,
        List.of(work),
        new TreeMap<>(),
        limits(Duration.ofSeconds(30), memoryMiB),
        cpu);
  }

  private static SandboxLimits limits(Duration wall, int memoryMiB) {
    return new SandboxLimits(wall, memoryMiB * MIB, 16, 4 * MIB, 64 * 1024);
  }

  private static List<ProcessHandle> sleepers(String seconds) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().orElse("").endsWith("/sleep"))
        .filter(process -> process.info().commandLine().orElse("").endsWith(" " + seconds))
        .toList();
  }

  private static void await(java.util.function.BooleanSupplier condition)
      throws InterruptedException {
    for (int i = 0; i < 1000 && !condition.getAsBoolean(); i++) {
      Thread.sleep(10);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
