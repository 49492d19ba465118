package dev.evolve.measure;

import dev.evolve.pack.HardwareProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A candidate measured beside its baseline: same machine, same minutes, interleaved.
 *
 * @param id unique for ever
 * @param proposalId the candidate
 * @param phase what it was for
 * @param seed seed from which order and inputs were drawn, after the build
 * @param builds both arms' builds
 * @param runs every process, in the order they ran
 * @param parity outputs compared, one per scenario and round
 * @param repeats outputs of repeated runs; only when confirming
 * @param hardware the machine
 * @param sandbox name of the sandbox and its protections
 * @param notMeasured why nothing was measured although nothing is wrong with the candidate; null if
 *     it was measured or failed by itself
 * @param soaks long runs of both arms; null where the pack has no soak, or nothing else passed
 */
public record Evaluation(
    String id,
    String proposalId,
    Phase phase,
    long seed,
    List<BuildRecord> builds,
    List<BenchRun> runs,
    List<ParityObservation> parity,
    List<RepeatObservation> repeats,
    HardwareProfile hardware,
    SandboxRecord sandbox,
    @Nullable NotMeasured notMeasured,
    @Nullable List<SoakObservation> soaks) {

  public Evaluation {
    builds = List.copyOf(builds);
    runs = List.copyOf(runs);
    parity = List.copyOf(parity);
    repeats = List.copyOf(repeats);
    soaks = soaks == null ? null : List.copyOf(soaks);
  }

  /** An evaluation without a soak. */
  public Evaluation(
      String id,
      String proposalId,
      Phase phase,
      long seed,
      List<BuildRecord> builds,
      List<BenchRun> runs,
      List<ParityObservation> parity,
      List<RepeatObservation> repeats,
      HardwareProfile hardware,
      SandboxRecord sandbox,
      @Nullable NotMeasured notMeasured) {
    this(
        id,
        proposalId,
        phase,
        seed,
        builds,
        runs,
        parity,
        repeats,
        hardware,
        sandbox,
        notMeasured,
        null);
  }

  /** An evaluation that was carried out. */
  public Evaluation(
      String id,
      String proposalId,
      Phase phase,
      long seed,
      List<BuildRecord> builds,
      List<BenchRun> runs,
      List<ParityObservation> parity,
      List<RepeatObservation> repeats,
      HardwareProfile hardware,
      SandboxRecord sandbox) {
    this(id, proposalId, phase, seed, builds, runs, parity, repeats, hardware, sandbox, null);
  }

  /**
   * Why nothing was measured.
   *
   * @param cause what kept it from being measured
   * @param detail for {@link Cause#SAME_BINARY} the proposal that has the binary, or {@value
   *     #BASELINE}; for {@link Cause#INFRASTRUCTURE} what failed
   */
  public record NotMeasured(Cause cause, String detail) {
    /** The holder of a binary that is the baseline's. */
    public static final String BASELINE = "baseline";

    /** What kept a candidate from being measured. */
    public enum Cause {
      /** Its build made what is measured already. */
      SAME_BINARY,
      /** The machine failed, not the candidate. */
      INFRASTRUCTURE
    }
  }

  /** What an evaluation is for. */
  public enum Phase {
    /** Few rounds on train scenarios, to choose by. Never a ground for promotion. */
    SCREENING,
    /** Fresh runs on train and holdout scenarios, for the gates. */
    CONFIRMATION
  }

  /**
   * The sandbox that everything ran in.
   *
   * @param technology such as {@code bubblewrap}
   * @param protections what it gave
   * @param missing what this machine could not give, one sentence each
   */
  public record SandboxRecord(String technology, List<String> protections, List<String> missing) {
    public SandboxRecord {
      protections = List.copyOf(protections);
      missing = List.copyOf(missing);
    }
  }

  /** The same with long runs of both arms. */
  public Evaluation withSoaks(List<SoakObservation> observed) {
    return new Evaluation(
        id,
        proposalId,
        phase,
        seed,
        builds,
        runs,
        parity,
        repeats,
        hardware,
        sandbox,
        notMeasured,
        observed);
  }

  /** The long runs; empty if there were none. */
  public List<SoakObservation> soaksIfAny() {
    return soaks == null ? List.of() : soaks;
  }

  /** The build of one arm, if it was reached. */
  public java.util.Optional<BuildRecord> build(Arm arm) {
    return builds.stream().filter(build -> build.arm() == arm).findFirst();
  }
}
