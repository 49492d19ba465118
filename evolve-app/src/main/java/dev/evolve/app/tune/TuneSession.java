package dev.evolve.app.tune;

import dev.evolve.app.tune.CommandMeasurer.Measurement;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.PowerSource;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.StoppingRule;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.io.IOException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tuning from its journal to its budget. What the journal has is not measured again; a point that
 * was asked for when the last process ended is measured first.
 */
public final class TuneSession {

  private static final int HOPELESS = 20;

  private final TuneRequest request;
  private final Space space;
  private final TuneJournal journal;
  private final Search search;
  private final CommandMeasurer measurer;
  private final InstantSource clock;
  private final PrintStream out;
  private @Nullable String stopped;

  /**
   * Takes a tuning up where its journal ends.
   *
   * @param power where energy and heat are read
   */
  public TuneSession(
      TuneRequest request,
      Space space,
      TuneJournal journal,
      PowerSource power,
      InstantSource clock,
      PrintStream out) {
    this.request = request;
    this.space = space;
    this.journal = journal;
    this.clock = clock;
    this.out = out;
    Preferences wanted = request.preferences();
    this.measurer =
        new CommandMeasurer(
            request, wanted == null ? null : new Weighing(wanted, journal.records()), power);
    this.search = resumed();
  }

  private Search resumed() {
    try {
      return Search.resume(space, request.fresh(), request.seed(), journal.entries());
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.DATA_CORRUPT, String.valueOf(e.getMessage()), e);
    }
  }

  /** What is known. */
  public History history() {
    return search.history();
  }

  /**
   * Measures until the budget is spent or nothing is left.
   *
   * @param first measured before all others, such as the defaults; empty for none
   */
  public void run(Budget budget, Optional<Point> first) throws InterruptedException {
    if (!history().trials().isEmpty()) {
      out.printf("going on after %d evaluations that the journal has%n", history().trials().size());
    }
    if (first.isPresent() && !history().isKnown(first.get()) && isWithin(budget)) {
      measure(first.get(), Search.GIVEN, "the start", budget);
    }
    for (Proposal open : search.open()) {
      measure(open.point(), open.strategy(), open.reason(), budget);
    }
    while (isWithin(budget)) {
      Optional<Proposal> proposal = search.ask();
      if (proposal.isEmpty()) {
        out.println("every configuration is measured");
        return;
      }
      journal.asked(proposal.get());
      measure(proposal.get().point(), proposal.get().strategy(), proposal.get().reason(), budget);
    }
  }

  private boolean isWithin(Budget budget) {
    return history().trials().size() < budget.evaluations()
        && history().seconds() < budget.seconds()
        && isWorthMore(budget.rule());
  }

  private boolean isWorthMore(@Nullable StoppingRule rule) {
    if (rule == null) {
      return true;
    }
    StoppingRule.Decision decision = rule.decide(history().trials());
    if (decision.isStop()) {
      stopped = decision.sentence();
      out.println(stopped);
    }
    return !decision.isStop();
  }

  /** What it came to. */
  public TuneConclusion conclusion() {
    return TuneConclusion.stopped(stopped);
  }

  private void measure(Point point, String strategy, String reason, Budget budget)
      throws InterruptedException {
    SortedMap<String, String> values = space.values(point);
    try {
      Measurement measured = measurer.measure(values, history().trials().size());
      Trial trial = new Trial(point, measured.outcome(), measured.cost(), strategy);
      TuneRecord record =
          new TuneRecord(trial, measured.samples(), clock.instant().toString(), measured.runs());
      journal.told(record);
      search.tell(trial);
      show(record, values, strategy + ": " + reason, budget);
      if (request.preferences() != null && history().trials().size() == 1) {
        Weighing.requireStart(record);
      }
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SANDBOX_UNAVAILABLE, "the command cannot be started: " + e.getMessage(), e);
    }
    if (history().best().isEmpty() && history().trials().size() == HOPELESS) {
      throw new EvolveException(
          ErrorCode.BUILD_FAILED,
          "the first "
              + HOPELESS
              + " configurations all failed; mend the command"
              + (request.preferences() == null ? "" : " or loosen the limits")
              + " and use --fresh");
    }
  }

  private void show(
      TuneRecord record, SortedMap<String, String> values, String why, Budget budget) {
    Trial trial = record.trial();
    String total = budget.evaluations() == Integer.MAX_VALUE ? "" : "/" + budget.evaluations();
    String came =
        switch (trial.outcome()) {
          case Outcome.Measured measured -> printed(measured.value()) + metrics(record);
          case Outcome.Failed failed ->
              "failed ("
                  + failed.reason().name().toLowerCase(Locale.ROOT)
                  + "): "
                  + failed.message();
        };
    boolean isBest = history().best().map(trial::equals).orElse(false);
    String best = history().best().isEmpty() ? "none" : printed(history().bestValue());
    out.printf(
        "%5d%s  best %s  this %s%s  %s  [%s]%n",
        history().trials().size(),
        total,
        best,
        came,
        isBest ? " *" : "",
        TuneJournal.describe(values),
        why);
  }

  private static String metrics(TuneRecord record) {
    return record.runs().isEmpty()
        ? ""
        : Weighing.means(record.runs()).entrySet().stream()
            .map(it -> String.format(Locale.ROOT, "%s %.5g", it.getKey(), it.getValue()))
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private String printed(double value) {
    double shown = request.isMaximised() ? -value : value;
    return String.format(Locale.ROOT, "%.5g %s", shown, request.unit()).strip();
  }

  /** Everything that was measured, in order. */
  public List<TuneRecord> records() {
    return journal.records();
  }
}
