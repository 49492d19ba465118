package dev.evolve.app.profiles;

import dev.evolve.app.campaigns.LoopAnswers;
import dev.evolve.app.campaigns.Loops;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.ImportedProfile;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.port.IdSource;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.profile.Machine;
import dev.evolve.profile.Origin;
import dev.evolve.profile.ProfileCommand;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileLoop;
import dev.evolve.profile.TuningProfile;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Commands on profiles carried out by loops, as those on campaigns are. */
public final class LoopProfileService implements ProfileService {

  private final Loops loops;
  private final ProfileViews views;
  private final Supplier<HardwareProfile> hardware;
  private final IdSource ids;
  private final int rounds;
  private final Map<String, Revalidation> revalidations = new ConcurrentHashMap<>();

  /**
   * @param loops the runtime
   * @param views what the log says
   * @param hardware this machine
   * @param ids identities of loops and of imported profiles
   * @param rounds pairs of runs of a re-validation
   */
  public LoopProfileService(
      Loops loops,
      ProfileViews views,
      Supplier<HardwareProfile> hardware,
      IdSource ids,
      int rounds) {
    this.loops = loops;
    this.views = views;
    this.hardware = hardware;
    this.ids = ids;
    this.rounds = rounds;
  }

  @Override
  public ProfileEntry importResult(ImportResult command) {
    HardwareProfile machine =
        views
            .machine(command.hardware())
            .orElseThrow(
                () ->
                    refused(
                        "nothing was ever measured on hardware "
                            + command.hardware()
                            + "; leave it out for this machine, or import on a service that runs"
                            + " there"));
    ImportedProfile profile =
        new ImportCheck(views.pack(command.pack()))
            .profile("p" + ids.nextId().toLowerCase(Locale.ROOT), command, machine);
    return note(new ProfileCommand.Import(profile, command.person()), command.pack());
  }

  @Override
  public ProfileEntry quarantine(String profileId, Decision decision) {
    requireReason(decision);
    TuningProfile profile = find(profileId).profile();
    return note(
        new ProfileCommand.Quarantine(profileId, decision.reason(), decision.person()),
        profile.pack());
  }

  @Override
  public ProfileEntry pin(String profileId, boolean pinned, Decision decision) {
    requireReason(decision);
    TuningProfile profile = find(profileId).profile();
    return note(
        new ProfileCommand.Pin(profileId, pinned, decision.reason(), decision.person()),
        profile.pack());
  }

  /** Has a command that measures nothing carried out, and waits for what the log says. */
  private ProfileEntry note(ProfileCommand command, String pack) {
    String loopId = nextLoop();
    LoopAnswers.await(
        loops.submit(ProfileLoop.KIND, loopId, command, new ModelRef(pack, "profile"), 0));
    LoopAnswers.await(loops.result(loopId));
    views.awaitFirstEventOf(loopId);
    return find(command.profileId());
  }

  @Override
  public String revalidate(String profileId, String person) {
    ProfileCommand.Revalidate command = revalidation(find(profileId).profile(), person);
    Revalidation running = new Revalidation("running", "");
    if (running.equals(revalidations.put(profileId, running))) {
      throw new EvolveException(
          ErrorCode.CONFLICT, profileId + " is being measured already; look at it again later");
    }
    String loopId = nextLoop();
    try {
      LoopAnswers.await(
          loops.submit(
              ProfileLoop.KIND,
              loopId,
              command,
              new ModelRef(command.pack().name(), command.source().commit()),
              0));
    } catch (EvolveException e) {
      revalidations.remove(profileId);
      throw e;
    }
    loops.result(loopId).whenComplete((result, failure) -> ended(profileId, failure));
    return loopId;
  }

  private void ended(String profileId, @Nullable Throwable failure) {
    revalidations.put(
        profileId,
        failure == null
            ? new Revalidation("done", "")
            : new Revalidation(
                "failed", String.valueOf(LoopAnswers.translated(failure).getMessage())));
  }

  private ProfileCommand.Revalidate revalidation(TuningProfile profile, String person) {
    Origin origin =
        views
            .origin(profile.id())
            .orElseThrow(
                () ->
                    new EvolveException(
                        ErrorCode.CONFLICT,
                        "no campaign has run on "
                            + profile.pack()
                            + " here, so there is no code to measure "
                            + profile.id()
                            + " on; run one first"));
    Machine.Unit unit = Machine.of(hardware.get()).unit();
    if (!unit.id().equals(profile.sku())) {
      throw new EvolveException(
          ErrorCode.CONFLICT,
          profile.id()
              + " is for hardware "
              + profile.sku()
              + "; this machine is "
              + unit.id()
              + " "
              + unit.describe()
              + ": re-validate it on a service there");
    }
    return new ProfileCommand.Revalidate(
        profile.id(),
        profile.sku(),
        profile.shape(),
        origin.source(),
        origin.pack(),
        profile.baseline(),
        profile.configuration(),
        rounds,
        person);
  }

  @Override
  public Revalidation revalidation(String profileId) {
    return revalidations.getOrDefault(profileId, Revalidation.NONE);
  }

  private ProfileEntry find(String id) {
    return views
        .find(id)
        .orElseThrow(() -> new EvolveException(ErrorCode.NOT_FOUND, "no profile " + id));
  }

  private String nextLoop() {
    return "profile-" + ids.nextId().toLowerCase(Locale.ROOT);
  }

  private static void requireReason(Decision decision) {
    if (decision.reason().isBlank()) {
      throw refused("a reason is needed; it is recorded with the decision");
    }
  }

  private static EvolveException refused(String message) {
    return new EvolveException(ErrorCode.INVALID_REQUEST, message);
  }
}
