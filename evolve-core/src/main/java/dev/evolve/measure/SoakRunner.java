package dev.evolve.measure;

import dev.evolve.measure.SoakObservation.Status;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.Soak;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxLimits;
import dev.evolve.sandbox.SandboxProcess;
import dev.evolve.workspace.Checkout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs the soak of a pack: both arms beside one another in sandboxes of their own, on the same
 * seed, at each pace that the pack asks for.
 */
final class SoakRunner {

  /** A cancellation is seen within that time, however far apart the samples are. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What a command may print: progress every second of a long soak fits. */
  private static final int OUTPUT_BYTES = 8 * 1024 * 1024;

  private static final int SHARES = 100;

  private final Sandbox sandbox;
  private final SoakClock clock;
  private final SoakTraffic traffic;
  private final ResidentMemory resident;
  private final BenchPack pack;
  private final Soak soak;
  private final EvaluationProgress progress;
  private final Checkpoints checkpoints;

  SoakRunner(
      Sandbox sandbox,
      SoakClock clock,
      SoakTraffic traffic,
      ResidentMemory resident,
      BenchPack pack,
      EvaluationProgress progress,
      Checkpoints checkpoints) {
    this.sandbox = sandbox;
    this.clock = clock;
    this.traffic = traffic;
    this.resident = resident;
    this.pack = pack;
    this.soak =
        pack.soakIfAny()
            .orElseThrow(() -> new IllegalStateException("pack " + pack.name() + " has no soak"));
    this.progress = progress;
    this.checkpoints = checkpoints;
  }

  /** Both arms at every pace, or up to the first that ends early. */
  List<SoakObservation> run(long seed, Function<Arm, Checkout> checkouts)
      throws InterruptedException {
    List<SoakObservation> all = new ArrayList<>();
    for (double pace : soak.paces()) {
      checkpoints.passOrThrow();
      List<SoakObservation> pair = pair(seed, pace, checkouts);
      all.addAll(pair);
      if (pair.stream().anyMatch(it -> it.status() != Status.OK)) {
        return all;
      }
    }
    return all;
  }

  private List<SoakObservation> pair(long seed, double pace, Function<Arm, Checkout> checkouts)
      throws InterruptedException {
    Path load = checkouts.apply(Arm.BASELINE).pack();
    try (SoakProcess first = start(checkouts.apply(Arm.BASELINE), load, seed, pace);
        SoakProcess second = start(checkouts.apply(Arm.CANDIDATE), load, seed, pace)) {
      List<SoakArm> arms =
          List.of(
              new SoakArm(Arm.BASELINE, first, resident, soak.memory()),
              new SoakArm(Arm.CANDIDATE, second, resident, soak.memory()));
      watch(arms, pace);
      boolean stopped = arms.stream().anyMatch(SoakArm::hasEnded);
      return arms.stream().map(arm -> arm.observation(pace, seed, stopped)).toList();
    }
  }

  private void watch(List<SoakArm> arms, double pace) throws InterruptedException {
    announce(pace);
    long start = clock.nanoTime();
    double apart = soak.sampleSeconds() / pace;
    for (int i = 1; i <= soak.samples(); i++) {
      awaitUntil(start + Math.round(i * apart * 1e9));
      double at = (clock.nanoTime() - start) / 1e9;
      arms.forEach(arm -> arm.sample(at));
      if (arms.stream().anyMatch(SoakArm::hasEnded)) {
        return;
      }
      report(arms, i, pace);
    }
  }

  /** Says before the soak what it will be able to say after it. */
  private void announce(double pace) {
    progress.soaked(
        String.format(
            Locale.ROOT,
            "soak of %.4g h at pace %.4g begins: growth above %.4g %%/h fails, a pass excludes %.4g"
                + " %%/h",
            soak.hours(),
            pace,
            soak.leakPercentPerHour(),
            soak.detectablePercentPerHour()),
        0,
        soak.samples());
  }

  private void awaitUntil(long end) throws InterruptedException {
    for (long left = end - clock.nanoTime(); left > 0; left = end - clock.nanoTime()) {
      checkpoints.passOrThrow();
      clock.await(Math.min(left, LOOK_NANOS));
    }
    checkpoints.passOrThrow();
  }

  private void report(List<SoakArm> arms, int done, double pace) {
    int every = Math.max(1, soak.samples() / SHARES);
    if (done % every == 0) {
      String text =
          String.format(
              Locale.ROOT,
              "soak of %.4g h at pace %.4g: baseline %.1f MiB, candidate %.1f MiB",
              soak.hours(),
              pace,
              arms.getFirst().lastMiB(),
              arms.getLast().lastMiB());
      progress.soaked(text, done, soak.samples());
    }
  }

  private SoakProcess start(Checkout checkout, Path load, long seed, double pace) {
    BenchPack.Service service = pack.service();
    if (!soak.command().isEmpty() || service == null) {
      return SoakProcess.of(started(checkout, command(seed, pace), List.of()));
    }
    return SoakProcess.serving(
        socket ->
            started(
                checkout,
                service.command().stream()
                    .map(part -> part.replace("{socket}", socket.toString()))
                    .toList(),
                List.of(Objects.requireNonNull(socket.getParent()))),
        socket ->
            traffic.start(
                service, load.resolve(service.load()), socket, seconds(soak.hours()), pace));
  }

  private List<String> command(long seed, double pace) {
    return soak.command().stream()
        .map(part -> part.replace("{seed}", Long.toString(seed)))
        .map(part -> part.replace("{pace}", Double.toString(pace)))
        .toList();
  }

  private static Duration seconds(double hours) {
    return Duration.ofMillis(Math.round(hours * 3_600_000));
  }

  /** On any processor: the arms run at the same time. */
  private SandboxProcess started(Checkout checkout, List<String> line, List<Path> writable) {
    SandboxLimits bench = SandboxLimits.from(pack.limits().bench());
    SandboxLimits limits =
        new SandboxLimits(
            seconds(2 * soak.hours()),
            bench.memoryBytes(),
            bench.processes(),
            bench.fileBytes(),
            OUTPUT_BYTES);
    return sandbox.start(
        new SandboxCommand(
            line,
            checkout.pack(),
            List.of(checkout.tree()),
            writable,
            new TreeMap<>(),
            limits,
            null));
  }
}
