package dev.evolve.app.memory;

import dev.evolve.app.campaigns.LoopAnswers;
import dev.evolve.app.campaigns.Loops;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.event.ImportedTrials;
import dev.evolve.impact.TrialSet;
import dev.evolve.impact.TrialStore;
import dev.evolve.impact.TrialSummary;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.port.IdSource;
import dev.evolve.memory.MemoryCommand;
import dev.evolve.memory.MemoryLoop;
import dev.evolve.search.prior.Prior;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Commands on the memory of trials carried out by loops, as those on campaigns are. */
public final class LoopMemoryService implements MemoryService {

  /** Most sets that a search is given, the newest ones. */
  private static final int MOST_SETS = 8;

  /** Most trials of one that a search is given. */
  private static final int MOST_TRIALS = 2_000;

  private final Loops loops;
  private final MemoryView view;
  private final TrialStore store;
  private final IdSource ids;
  private final InstantSource clock;

  /**
   * @param loops the runtime
   * @param view which imports the log holds
   * @param store the memory itself
   * @param ids identities of loops and imports
   * @param clock what ages are counted to
   */
  public LoopMemoryService(
      Loops loops, MemoryView view, TrialStore store, IdSource ids, InstantSource clock) {
    this.loops = loops;
    this.view = view;
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public MemoryEntry importTrials(ImportFile file) {
    ImportedTrials trials = TrialsFile.read("m" + nextId(), file);
    view.twinOf(trials)
        .ifPresent(
            twin -> {
              throw new EvolveException(
                  ErrorCode.CONFLICT,
                  file.source()
                      + " is remembered already as "
                      + twin.key().id()
                      + "; forget that first to import it again");
            });
    submit(new MemoryCommand.Import(trials, file.person()), trials.key().kernel());
    return find(trials.key().id()).entry();
  }

  @Override
  public MemoryEntry forget(String importId, String reason, String person) {
    if (reason.isBlank()) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "a reason is needed; it is recorded with the decision");
    }
    MemoryView.Known known = find(importId);
    submit(new MemoryCommand.Forget(known.key(), reason, person), known.key().kernel());
    return known.entry();
  }

  private void submit(MemoryCommand command, String kernel) {
    String loopId = "memory-" + nextId();
    LoopAnswers.await(
        loops.submit(MemoryLoop.KIND, loopId, command, new ModelRef(kernel, "memory"), 0));
    LoopAnswers.await(loops.result(loopId));
    view.awaitEventOf(loopId);
  }

  private MemoryView.Known find(String importId) {
    return view.find(importId)
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.NOT_FOUND,
                    "no import "
                        + importId
                        + " is remembered; what campaigns measured cannot be forgotten"));
  }

  @Override
  public List<MemoryEntry> entries(String kernel) {
    Map<String, String> importIds = view.importIds();
    return store.summaries().stream()
        .filter(set -> kernel.isBlank() || set.kernel().equals(kernel))
        .map(set -> entry(set, importIds.getOrDefault(set.id(), "")))
        .toList();
  }

  private static MemoryEntry entry(TrialSummary set, String importId) {
    return new MemoryEntry(
        importId,
        set.kernel(),
        set.hardwareId(),
        set.shape(),
        set.provenance(),
        set.at(),
        set.parameters(),
        set.size());
  }

  @Override
  public Prior prior(String kernel) {
    Instant now = clock.instant();
    return new Prior(
            store.trials(kernel, "").stream()
                .sorted(Comparator.comparing(TrialSet::at).reversed().thenComparing(TrialSet::id))
                .map(set -> set.source(now))
                .toList())
        .bounded(MOST_SETS, MOST_TRIALS);
  }

  private String nextId() {
    return ids.nextId().toLowerCase(Locale.ROOT);
  }
}
