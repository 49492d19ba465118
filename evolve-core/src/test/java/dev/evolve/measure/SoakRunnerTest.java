package dev.evolve.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.campaign.CampaignFixtures;
import dev.evolve.loop.Cancellation;
import dev.evolve.measure.SoakObservation.Status;
import dev.evolve.pack.Soak;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.sandbox.SandboxCommand;
import dev.evolve.sandbox.SandboxProcess;
import dev.evolve.sandbox.SandboxResult;
import dev.evolve.workspace.Checkout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Hours of soaks in no time: clock, processes and their memory are made up. */
class SoakRunnerTest {

  private static final Soak SOAK = CampaignFixtures.soak();

  private long nanos;
  private final List<List<String>> started = new ArrayList<>();
  private final List<String> news = new ArrayList<>();
  private IntFunction<String> printed = arm -> "{\"work\": " + nanos / 1_000_000_000L + "}\n";
  private IntFunction<Boolean> alive = arm -> true;
  private int open;

  @Test
  void samplesBothArmsBesideOneAnotherOnOneSeed() throws Exception {
    List<SoakObservation> found = run(SOAK, () -> false);

    assertThat(found).extracting(SoakObservation::arm).containsExactly(Arm.BASELINE, Arm.CANDIDATE);
    assertThat(found)
        .allSatisfy(
            it -> {
              assertThat(it.status()).isEqualTo(Status.OK);
              assertThat(it.samples()).hasSize(960);
              assertThat(it.samples().getLast().atSeconds()).isEqualTo(8 * 3600);
              assertThat(it.samples().getLast().work()).isEqualTo(8 * 3600);
            });
    assertThat(found.getLast().samples().getFirst().memoryBytes()).isEqualTo(2000);
    assertThat(started).containsOnly(List.of("build/toy", "soak", "77"));
    assertThat(news).hasSizeBetween(90, 110);
    assertThat(news.getFirst()).contains("above 0.1000 %/h fails", "excludes 0.5000 %/h");
    assertThat(open).isZero();
  }

  @Test
  void runsACompressedSoakAtHalfThePaceToo() throws Exception {
    Soak fast =
        new Soak(
            List.of("toy", "{seed}", "{pace}"), 8, 30, Soak.Memory.RSS, 0.1, 0.5, null, 16, null);

    List<SoakObservation> found = run(fast, () -> false);

    assertThat(found).extracting(SoakObservation::pace).containsExactly(16.0, 16.0, 8.0, 8.0);
    assertThat(found.getFirst().samples().getLast().atSeconds()).isEqualTo(1800);
    assertThat(found.getLast().samples().getLast().atSeconds()).isEqualTo(3600);
    assertThat(started).extracting(List::getLast).containsExactly("16.0", "16.0", "8.0", "8.0");
  }

  @Test
  void soaksAServiceByItsAnswers() throws Exception {
    Soak serving = new Soak(List.of(), 8, 30, Soak.Memory.RSS, 0.1, 0.5, null, 1, null);

    List<SoakObservation> found = run(serving, () -> false);

    assertThat(found)
        .allSatisfy(it -> assertThat(it.samples().getLast().work()).isEqualTo(8 * 3600 - 100));
    assertThat(started.get(0).getFirst()).isEqualTo("build/toy");
    assertThat(started.get(0).getLast()).endsWith("/s");
    assertThat(started.get(1)).containsExactly("/healthz", "/tree/load.jsonl", "PT8H");
    assertThat(started).filteredOn(it -> it.equals(List.of("closed"))).hasSize(2);
  }

  @Test
  void stopsBothWhenOneEndsByItself() throws Exception {
    alive = arm -> arm == 0 || nanos < 3_600_000_000_000L;

    List<SoakObservation> found = run(SOAK, () -> false);

    assertThat(found.getFirst().status()).isEqualTo(Status.STOPPED);
    assertThat(found.getLast().status()).isEqualTo(Status.ENDED_EARLY);
    assertThat(found.getLast().samples()).hasSize(119);
    assertThat(open).isZero();
  }

  @Test
  void refusesOutputThatIsNoProgress() throws Exception {
    printed = arm -> arm == 0 ? "{\"work\": 5}\n" : "{\"work\": \"many\"}\n";

    assertThat(run(SOAK, () -> false).getLast().status()).isEqualTo(Status.BAD_OUTPUT);
  }

  @Test
  void readsTheMemoryThatIsPrinted() throws Exception {
    Soak printing = new Soak(List.of("toy"), 8, 30, Soak.Memory.PRINTED, 0.1, 0.5, null, 1, null);
    printed = arm -> "{\"work\": 5, \"memory\": 4096}\n{\"work\": 6, \"memory\": 51";
    assertThat(run(printing, () -> false).getLast().samples())
        .allSatisfy(it -> assertThat(it.memoryBytes()).isEqualTo(4096));

    printed = arm -> "{\"work\": 5}\n";
    assertThat(run(printing, () -> false).getFirst().detail()).contains("no memory");
  }

  @Test
  void endsWithinASecondWhenItIsCancelled() {
    assertThatThrownBy(() -> run(SOAK, () -> nanos > 100_000_000_000L))
        .isInstanceOf(CancellationException.class);
    assertThat(nanos).isLessThan(102_000_000_000L);
    assertThat(open).isZero();
  }

  @Test
  void readsTheMemoryOfARealProcessTree() {
    assertThat(ResidentMemory.PROC.read(ProcessHandle.current().pid()).orElseThrow())
        .isGreaterThan(1 << 20);
    assertThat(ResidentMemory.PROC.read(Long.MAX_VALUE)).isEmpty();
  }

  private List<SoakObservation> run(Soak soak, Cancellation cancellation) throws Exception {
    SoakRunner runner =
        new SoakRunner(
            new FakeSandbox(),
            clock(),
            traffic(),
            pid -> OptionalLong.of(1000 * (pid + 1)),
            CampaignFixtures.soaking(soak),
            progress(),
            new Checkpoints("e", cancellation));
    return runner.run(77, arm -> new Checkout(Path.of("/tree"), Path.of("/tree"), "t"));
  }

  /** An answer each second from a hundred seconds after the start on. */
  private SoakTraffic traffic() {
    return (service, load, socket, length, pace) -> {
      started.add(List.of(service.health(), load.toString(), length.toString()));
      return new SoakTraffic.Flow() {
        @Override
        public long answered() {
          return Math.max(0, nanos / 1_000_000_000L - 100);
        }

        @Override
        public String problem() {
          return "";
        }

        @Override
        public void close() {
          started.add(List.of("closed"));
        }
      };
    };
  }

  private SoakClock clock() {
    return new SoakClock() {
      @Override
      public long nanoTime() {
        return nanos;
      }

      @Override
      public void await(long wait) {
        nanos += wait;
      }
    };
  }

  private EvaluationProgress progress() {
    return new EvaluationProgress() {
      @Override
      public void planned(String text) {}

      @Override
      public void built(BuildRecord build) {}

      @Override
      public void ran(BenchRun run, int done, int total) {}

      @Override
      public void soaked(String text, int done, int total) {
        news.add(text);
      }
    };
  }

  private final class FakeSandbox implements Sandbox {
    @Override
    public String technology() {
      return "fake";
    }

    @Override
    public List<String> protections() {
      return List.of();
    }

    @Override
    public List<String> missing() {
      return List.of();
    }

    @Override
    public SandboxResult run(SandboxCommand command) {
      throw new IllegalStateException("a soak is started, not run");
    }

    @Override
    public SandboxProcess start(SandboxCommand command) {
      int arm = open;
      if (arm == 0) {
        nanos = 0;
      }
      started.add(command.command());
      open++;
      return process(arm);
    }
  }

  private SandboxProcess process(int arm) {
    return new SandboxProcess() {
      @Override
      public boolean isAlive() {
        return alive.apply(arm);
      }

      @Override
      public long pid() {
        return arm;
      }

      @Override
      public String output() {
        return printed.apply(arm);
      }

      @Override
      public void close() {
        open--;
      }
    };
  }
}
