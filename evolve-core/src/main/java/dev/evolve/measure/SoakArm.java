package dev.evolve.measure;

import dev.evolve.measure.SoakObservation.Sample;
import dev.evolve.measure.SoakObservation.Status;
import dev.evolve.pack.Soak;
import dev.evolve.sandbox.SandboxProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One arm of a soak while it runs. Used by its evaluating thread only. */
final class SoakArm {

  private static final double MIB = 1024 * 1024;
  private static final int DETAIL_KEPT = 1000;

  private final Arm arm;
  private final SoakProcess running;
  private final ResidentMemory resident;
  private final Soak.Memory memory;
  private final List<Sample> samples = new ArrayList<>();
  private Status status = Status.OK;
  private String detail = "";

  SoakArm(Arm arm, SoakProcess running, ResidentMemory resident, Soak.Memory memory) {
    this.arm = arm;
    this.running = running;
    this.resident = resident;
    this.memory = memory;
  }

  /** Looks at it once. */
  void sample(double atSeconds) {
    SandboxProcess process = running.process();
    SoakOutput output = running.output();
    OptionalLong held = resident.read(process.pid());
    if (!process.isAlive() || held.isEmpty()) {
      end(Status.ENDED_EARLY, "it ended by itself\n" + process.output().strip());
    } else if (!output.problem().isEmpty()) {
      end(Status.BAD_OUTPUT, output.problem());
    } else if (memory == Soak.Memory.RSS) {
      samples.add(new Sample(atSeconds, held.getAsLong(), output.work()));
    } else if (output.memoryBytes().isPresent()) {
      samples.add(new Sample(atSeconds, output.memoryBytes().getAsDouble(), output.work()));
    } else if (output.work() > 0) {
      end(Status.BAD_OUTPUT, "it prints work but no memory");
    }
  }

  private void end(Status why, String what) {
    status = why;
    detail = Printable.of(what, DETAIL_KEPT);
  }

  boolean hasEnded() {
    return status != Status.OK;
  }

  /** What it held when last looked at; 0 before that. */
  double lastMiB() {
    return samples.isEmpty() ? 0 : samples.getLast().memoryBytes() / MIB;
  }

  /** What was seen of it; {@code stopped} if the other arm ended early. */
  SoakObservation observation(double pace, long seed, boolean stopped) {
    return stopped && status == Status.OK
        ? new SoakObservation(arm, pace, seed, Status.STOPPED, "the other arm ended early", samples)
        : new SoakObservation(arm, pace, seed, status, detail, samples);
  }
}
