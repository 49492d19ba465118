package dev.evolve.search.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.evolve.search.History;
import dev.evolve.search.Outcome;
import dev.evolve.search.Outcome.Measured;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a search found, as data and for people. A pure function of the trials and the settings; its
 * size is bounded whatever the size of the search.
 *
 * @param version of this form, {@value #VERSION}
 * @param title for people
 * @param unit of the values, for people; may be empty
 * @param maximised true if values are to be large: they were told negated and stand here as they
 *     are
 * @param summary counts and the best
 * @param findings what to know, sentences, the most important first
 * @param curve how the best fell
 * @param strategies what each contributed, in the order in which they first proposed
 * @param importance which parameters matter
 * @param failures what makes points fail
 * @param tradeOffs what several objectives came to; null for a search of one value
 */
public record SearchReport(
    int version,
    String title,
    String unit,
    boolean maximised,
    Summary summary,
    List<String> findings,
    BestCurve curve,
    List<StrategyContribution> strategies,
    Importance importance,
    Failures failures,
    @Nullable TradeOffs tradeOffs) {

  /** The version of the form. */
  public static final int VERSION = 1;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /**
   * How to report.
   *
   * @param title for people
   * @param unit of the values, such as {@code ms}; may be empty
   * @param seed of the bootstrap and of draws from the space
   * @param reference what random search would reach, where it is known; otherwise it is estimated
   * @param maximised true if values are to be large and were told negated; the report negates them
   *     again
   */
  public record Settings(
      String title,
      String unit,
      long seed,
      @Nullable RandomReference reference,
      boolean maximised) {

    /** Of values that are to be small. */
    public Settings(String title, String unit, long seed, @Nullable RandomReference reference) {
      this(title, unit, seed, reference, false);
    }

    /** A title, nothing else. */
    public static Settings titled(String title) {
      return new Settings(title, "", 0, null);
    }

    /** The same with a known reference, such as that of a measured space. */
    public Settings withReference(RandomReference known) {
      return new Settings(title, unit, seed, known, maximised);
    }
  }

  /**
   * Counts and the best.
   *
   * @param evaluations trials told
   * @param points different points among them
   * @param failed trials that gave no value by their own fault
   * @param infrastructure trials that gave none by the machine's
   * @param repeats trials of a point that was told before
   * @param seconds paid
   * @param feasible points of the space; absent if they are too many to list
   * @param best the smallest value by the last word on each point; absent if nothing was measured
   * @param bestStandardError of that value; absent if it is not known
   * @param bestValues the point by parameter, in the order of the space; empty if there is none
   * @param bestStrategy who proposed it; empty if there is none
   * @param bestEvaluation when it was found, from 1; 0 if there is none
   */
  public record Summary(
      int evaluations,
      int points,
      int failed,
      int infrastructure,
      int repeats,
      double seconds,
      @Nullable Integer feasible,
      @Nullable Double best,
      @Nullable Double bestStandardError,
      Map<String, String> bestValues,
      String bestStrategy,
      int bestEvaluation) {

    private Summary negated() {
      return new Summary(
          evaluations,
          points,
          failed,
          infrastructure,
          repeats,
          seconds,
          feasible,
          best == null ? null : (Double) (0 - best),
          bestStandardError,
          bestValues,
          bestStrategy,
          bestEvaluation);
    }
  }

  public SearchReport {
    findings = List.copyOf(findings);
    strategies = List.copyOf(strategies);
  }

  /** The report of a search, without a title. */
  public static SearchReport of(History history) {
    return of(history, Settings.titled("Search"));
  }

  /** The report of a search. */
  public static SearchReport of(History history, Settings settings) {
    return of(history.space(), history.trials(), settings);
  }

  /** The report of trials of a space, oldest first. */
  public static SearchReport of(Space space, List<Trial> trials, Settings settings) {
    Model model = Model.of(space, trials, settings.seed());
    Incumbents incumbents = Incumbents.of(trials);
    Scale scale = model.observations().scale();
    RandomReference known = settings.reference();
    RandomReference reference =
        known != null ? known : ReferenceEstimate.of(model, trials).orElse(null);
    BestCurve curve = BestCurve.of(trials, incumbents, scale, reference);
    List<StrategyContribution> strategies =
        StrategyContribution.of(trials, incumbents, scale, reference);
    Summary summary = summary(space, trials, incumbents);
    if (settings.maximised()) {
      curve = curve.negated();
      strategies = strategies.stream().map(StrategyContribution::negated).toList();
      summary = summary.negated();
    }
    Importance importance = model.importance();
    Failures failures = Failures.of(model);
    return new SearchReport(
        VERSION,
        Markup.clean(settings.title(), Markup.SHORT),
        Markup.clean(settings.unit(), Markup.SHORT),
        settings.maximised(),
        summary,
        Findings.of(
            summary,
            Markup.clean(settings.unit(), Markup.SHORT),
            curve,
            strategies,
            importance,
            failures),
        curve,
        strategies,
        importance,
        failures,
        null);
  }

  private static Summary summary(Space space, List<Trial> trials, Incumbents incumbents) {
    Trial best = incumbents.last();
    int repeats = 0;
    for (int i = 0; i < trials.size(); i++) {
      repeats += incumbents.isRepeat(i) ? 1 : 0;
    }
    int broken = failures(trials, true);
    return new Summary(
        trials.size(),
        trials.size() - repeats,
        failures(trials, false),
        broken,
        repeats,
        trials.stream().mapToDouble(trial -> trial.cost().seconds()).sum(),
        space.listed().isPresent() ? (Integer) space.listed().get().size() : null,
        best == null ? null : (Double) Incumbents.value(best),
        best == null ? null : standardError(best),
        best == null ? Map.of() : values(space, best),
        best == null ? "" : best.strategy(),
        best == null ? 0 : firstOf(trials, best) + 1);
  }

  private static int failures(List<Trial> trials, boolean isInfrastructure) {
    return (int)
        trials.stream()
            .map(Trial::outcome)
            .filter(
                outcome ->
                    outcome instanceof Outcome.Failed failed
                        && (failed.reason() == Outcome.Reason.INFRASTRUCTURE) == isInfrastructure)
            .count();
  }

  private static @Nullable Double standardError(Trial best) {
    return best.outcome() instanceof Measured measured && Double.isFinite(measured.standardError())
        ? (Double) measured.standardError()
        : null;
  }

  private static int firstOf(List<Trial> trials, Trial best) {
    int first = 0;
    while (!trials.get(first).point().equals(best.point())) {
      first++;
    }
    return first;
  }

  private static Map<String, String> values(Space space, Trial trial) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < space.parameters().size(); i++) {
      Parameter parameter = space.parameters().get(i);
      values.put(parameter.name(), parameter.at(trial.point().place(i)));
    }
    return Collections.unmodifiableMap(values);
  }

  /** The same with something to know that the trials do not say, before everything else. */
  public SearchReport withFinding(String sentence) {
    List<String> more = new ArrayList<>(List.of(Markup.clean(sentence)));
    more.addAll(findings);
    return with(more, tradeOffs);
  }

  /** The same with what several objectives came to, whose findings come before everything else. */
  public SearchReport withTradeOffs(TradeOffs several) {
    List<String> more = new ArrayList<>();
    several.findings().forEach(sentence -> more.add(Markup.clean(sentence)));
    more.addAll(findings);
    return with(more, several);
  }

  private SearchReport with(List<String> sentences, @Nullable TradeOffs several) {
    return new SearchReport(
        version,
        title,
        unit,
        maximised,
        summary,
        sentences,
        curve,
        strategies,
        importance,
        failures,
        several);
  }

  /** The report as JSON. */
  public String json() {
    return JSON.writeValueAsString(this);
  }

  /**
   * Reads what {@link #json()} wrote.
   *
   * @throws IllegalArgumentException if it is not a report of this version
   */
  public static SearchReport fromJson(String json) {
    try {
      SearchReport report = JSON.readValue(json, SearchReport.class);
      if (report.version() != VERSION) {
        throw new IllegalArgumentException(
            "wanted a search report of version " + VERSION + ", found version " + report.version());
      }
      return report;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not a search report: " + e.getOriginalMessage(), e);
    }
  }

  /** The report as Markdown, without the curve's drawing. */
  public String markdown() {
    return ReportMarkdown.of(this);
  }

  /**
   * The report as a fragment of HTML: one {@code section}, without style or script, everything that
   * came from users escaped, the curve drawn in place.
   */
  public String html() {
    return ReportHtml.of(this);
  }

  /**
   * The report for a terminal.
   *
   * @param width in characters
   */
  public String text(int width) {
    return ReportText.of(this, width);
  }
}
