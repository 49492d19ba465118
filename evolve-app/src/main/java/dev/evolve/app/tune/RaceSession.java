package dev.evolve.app.tune;

import dev.evolve.app.tune.CommandMeasurer.Step;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.measure.PowerSource;
import dev.evolve.search.Cost;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Search;
import dev.evolve.search.Trial;
import dev.evolve.search.budget.StoppingRule;
import dev.evolve.search.noise.MeasureRequest;
import dev.evolve.search.noise.MeasureResult;
import dev.evolve.search.noise.MeasureResult.Failed;
import dev.evolve.search.noise.RacingPolicy;
import dev.evolve.search.noise.RacingSearch;
import dev.evolve.search.noise.Verdict;
import dev.evolve.search.objective.Preferences;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.io.IOException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A tuning under noise, from its journal to its verdict: samples are bought a few at a time, a
 * hopeless configuration is dropped early, and the winner is held against the start on samples that
 * chose neither. What the journal has is not measured again.
 */
public final class RaceSession {

  private static final int HOPELESS = 20;
  private static final RacingPolicy POLICY = RacingPolicy.DEFAULT;

  private final TuneRequest request;
  private final Space space;
  private final RaceJournal journal;
  private final RacingSearch race;
  private final CommandMeasurer measurer;
  private final @Nullable Weighing weighing;
  private final InstantSource clock;
  private final PrintStream out;
  private @Nullable Point built;

  /**
   * Takes a race up where its journal ends.
   *
   * @param start the configuration to beat; measured first
   * @param power where energy and heat are read
   */
  public RaceSession(
      TuneRequest request,
      Space space,
      RaceJournal journal,
      Point start,
      PowerSource power,
      InstantSource clock,
      PrintStream out) {
    this.request = request;
    this.space = space;
    this.journal = journal;
    this.clock = clock;
    this.out = out;
    this.weighing = weighing();
    this.measurer = new CommandMeasurer(request, weighing, power);
    this.race = resumed(start);
  }

  /**
   * Weighs by the first run of the start: what it is held against cancels in a race, which compares
   * ratios. Null if one metric counts.
   */
  private @Nullable Weighing weighing() {
    Preferences wanted = request.preferences();
    if (wanted == null) {
      return null;
    }
    Optional<RaceLog.Sum> start = journal.log().sums().values().stream().findFirst();
    if (start.isEmpty()) {
      return new Weighing(wanted, List.of());
    }
    if (start.get().runs().isEmpty()) {
      String why = start.get().failure().map(Failed::message).orElse("it did not run");
      throw Weighing.noStart(why);
    }
    return Weighing.against(wanted, start.get().runs().getFirst());
  }

  private RacingSearch resumed(Point start) {
    try {
      Search search = new Search(space, request.fresh(), request.seed());
      RacingSearch fresh = new RacingSearch(search, POLICY, List.of(1.0), start);
      return RacingSearch.resume(fresh, journal.log().entries());
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.DATA_CORRUPT, String.valueOf(e.getMessage()), e);
    }
  }

  /** What is known of the configurations whose race is over, as the search was told. */
  public History history() {
    return race.search().history();
  }

  /**
   * Measures until there is a verdict. No new configuration is looked at once the budget is spent,
   * of whose seconds a part is kept to settle and to confirm.
   */
  public void run(Budget budget) throws InterruptedException {
    if (!journal.log().sums().isEmpty()) {
      out.printf("going on after %d configurations in the journal%n", race.visited().size());
    }
    journal.log().closed().ifPresent(why -> out.println("no new configurations: " + why));
    for (Optional<MeasureRequest> next = next(budget); next.isPresent(); next = next(budget)) {
      measure(next.get(), budget);
    }
    conclusion().sentences().forEach(out::println);
  }

  /** What is open from an earlier process, or else what the race asks for; empty at its end. */
  private Optional<MeasureRequest> next(Budget budget) {
    if (!race.open().isEmpty()) {
      return Optional.of(race.open().getFirst());
    }
    if (journal.log().closed().isEmpty()) {
      Optional<String> spent = spent(budget);
      spent.ifPresent(this::close);
    }
    Optional<MeasureRequest> next = race.next();
    next.ifPresent(journal::asked);
    if (next.isEmpty() && race.verdict().isEmpty()) {
      throw new IllegalStateException("the race asks for nothing and has no verdict");
    }
    return next;
  }

  private void close(String why) {
    out.println("no new configurations: " + why);
    race.close();
    journal.closed(why);
  }

  private Optional<String> spent(Budget budget) {
    if (race.visited().size() >= budget.evaluations()) {
      return Optional.of(race.visited().size() + " were looked at");
    }
    double ending = 2 * POLICY.settleShare();
    if (race.paid().seconds() >= budget.seconds() / (1 + ending)) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%.1f s are spent, and the rest of the %.1f s is kept to confirm the best",
              race.paid().seconds(),
              budget.seconds()));
    }
    StoppingRule rule = budget.rule();
    return Optional.ofNullable(rule)
        .map(it -> it.decide(history().trials()))
        .filter(StoppingRule.Decision::isStop)
        .map(StoppingRule.Decision::sentence);
  }

  private void measure(MeasureRequest wanted, Budget budget) throws InterruptedException {
    try {
      MeasureResult result = result(wanted);
      race.tell(wanted.number(), result);
      show(wanted, result, budget);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.SANDBOX_UNAVAILABLE, "the command cannot be started: " + e.getMessage(), e);
    }
    if (history().best().isEmpty() && history().trials().size() == HOPELESS) {
      throw new EvolveException(
          ErrorCode.BUILD_FAILED,
          "the first " + HOPELESS + " configurations all failed; mend the command and use --fresh");
    }
  }

  /** Runs the command until the request has its samples or a run fails. */
  private MeasureResult result(MeasureRequest wanted) throws IOException, InterruptedException {
    SortedMap<String, String> values = space.values(wanted.point());
    double buildSeconds = 0;
    if (!Objects.equals(built, wanted.point())) {
      Step build = measurer.build(values, wanted.number());
      buildSeconds = build.seconds();
      if (build.failure() != null) {
        built = null;
        return failed(wanted, build.failure(), Map.of(), new Cost(buildSeconds, 0));
      }
      built = wanted.point();
    }
    while (true) {
      Step run = measurer.run(values, wanted.number());
      Cost cost = new Cost(buildSeconds, run.seconds());
      buildSeconds = 0;
      Outcome.Failed failure = run.failure();
      RaceRun counted = new RaceRun(run.samples(), run.metrics());
      if (failure == null && weighing != null) {
        Outcome outcome = weighing.outcome(List.of(run.metrics()));
        failure = outcome instanceof Outcome.Failed broken ? broken : null;
        counted = weighed(outcome, run);
      } else if (failure == null) {
        failure = odd(run.samples());
      }
      if (failure != null) {
        return failed(wanted, failure, run.metrics(), cost);
      }
      Optional<MeasureResult> result =
          journal.ran(wanted.number(), counted, cost, clock.instant().toString());
      if (result.isPresent()) {
        return result.get();
      }
    }
  }

  private static RaceRun weighed(Outcome outcome, Step run) {
    List<Double> factor =
        outcome instanceof Outcome.Measured measured ? List.of(measured.value()) : List.of();
    return new RaceRun(factor, run.metrics());
  }

  private Outcome.@Nullable Failed odd(List<Double> samples) {
    for (double sample : samples) {
      if (!(sample > 0) || !Double.isFinite(1 / sample)) {
        return new Outcome.Failed(
            Outcome.Reason.RUN,
            "it printed " + sample + "; --race compares ratios and wants values above 0");
      }
    }
    return null;
  }

  private MeasureResult failed(
      MeasureRequest wanted, Outcome.Failed failure, Map<String, Double> metrics, Cost cost) {
    MeasureResult result =
        journal.failed(
            wanted.number(),
            new Failed(failure.reason(), failure.message(), cost),
            metrics,
            clock.instant().toString());
    if (weighing != null && weighing.isWaiting()) {
      throw Weighing.noStart(failure.message());
    }
    return result;
  }

  private void show(MeasureRequest wanted, MeasureResult result, Budget budget) {
    String total = budget.evaluations() == Integer.MAX_VALUE ? "" : "/" + budget.evaluations();
    String came =
        switch (result) {
          case MeasureResult.Sampled sampled ->
              printed(mean(sampled.values())) + " of " + sampled.values().size();
          case Failed failed ->
              "failed ("
                  + failed.reason().name().toLowerCase(Locale.ROOT)
                  + "): "
                  + failed.message();
        };
    out.printf(
        "%5d%s  best %s  this %s  %s  [%s: %s]%n",
        race.visited().size(),
        total,
        history().best().isEmpty() ? "none" : printed(history().bestValue()),
        came,
        TuneJournal.describe(space.values(wanted.point())),
        wanted.purpose().name().toLowerCase(Locale.ROOT),
        wanted.reason());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private String printed(double small) {
    return String.format(Locale.ROOT, "%.5g %s", journal.log().small(small), request.unit())
        .strip();
  }

  /** What it came to. */
  public TuneConclusion conclusion() {
    Optional<Verdict> verdict = race.verdict();
    String stopped = journal.log().closed().orElse(null);
    return verdict.isEmpty()
        ? TuneConclusion.stopped(stopped)
        : new TuneConclusion(
            verdict.get().named(),
            verdict.get().standing().name(),
            new VerdictText(space, request.isMaximised()).of(verdict.get()),
            stopped);
  }

  /**
   * The configurations whose race is over, in the order in which they were first measured, with all
   * that was measured of them.
   */
  public List<TuneRecord> records() {
    Weighing last = lastWeighing();
    List<TuneRecord> records = new ArrayList<>();
    for (Map.Entry<Point, RaceLog.Sum> entry : journal.log().sums().entrySet()) {
      Optional<Trial> told = history().of(entry.getKey());
      told.ifPresent(trial -> records.add(record(trial, entry.getValue(), last)));
    }
    return records;
  }

  /** Against the mean of the runs of the start, as the report does; null if one metric counts. */
  private @Nullable Weighing lastWeighing() {
    Preferences wanted = request.preferences();
    Optional<RaceLog.Sum> start = journal.log().sums().values().stream().findFirst();
    return wanted == null || start.isEmpty() || start.get().runs().isEmpty()
        ? null
        : Weighing.against(wanted, Weighing.means(start.get().counted()));
  }

  private TuneRecord record(Trial told, RaceLog.Sum sum, @Nullable Weighing last) {
    List<Double> printed = sum.failure().isPresent() ? List.of() : sum.printed();
    return new TuneRecord(
        new Trial(told.point(), outcome(sum, last), sum.cost(), told.strategy()),
        printed,
        sum.at(),
        sum.counted());
  }

  private Outcome outcome(RaceLog.Sum sum, @Nullable Weighing last) {
    if (sum.failure().isPresent()) {
      return new Outcome.Failed(sum.failure().get().reason(), sum.failure().get().message());
    }
    return last == null ? measurer.outcome(sum.printed()) : last.outcome(sum.runs());
  }
}
