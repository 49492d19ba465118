package dev.evolve.app.serving.metrics;

import dev.evolve.app.serving.engine.EngineLoad;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Meters of the server, shown in Prometheus' text format. Names follow those of vLLM with {@code
 * evolve_} in front, so that a dashboard for it needs only another prefix. Thread-safe.
 */
public final class ServingMetrics {

  private static final double[] FIRST_TOKEN_SECONDS = {
    .001, .0025, .005, .01, .02, .04, .06, .08, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40
  };
  private static final double[] TOKEN_SECONDS = {
    .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .075, .1, .2, .4, 1, 2.5
  };
  private static final double[] REQUEST_SECONDS = {
    .005, .01, .025, .05, .1, .3, .5, .8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 60, 120
  };
  private static final double[] BATCH_SIZES = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Timer firstToken;
  private final Timer betweenTexts;
  private final Timer perToken;
  private final Timer whole;
  private final DistributionSummary batch;

  /** Makes the meters that are there from the start. */
  public ServingMetrics() {
    firstToken =
        timer(
            "time.to.first.token",
            "From a request's arrival to its first token.",
            FIRST_TOKEN_SECONDS);
    betweenTexts =
        timer("inter.token.latency", "Between two pieces of a request's text.", TOKEN_SECONDS);
    perToken =
        timer(
            "time.per.output.token",
            "A request's mean time for each token after its first.",
            TOKEN_SECONDS);
    whole = timer("e2e.request.latency", "From a request's arrival to its end.", REQUEST_SECONDS);
    batch =
        DistributionSummary.builder("evolve.batch.size")
            .description("Sequences in one step of the engine.")
            .serviceLevelObjectives(BATCH_SIZES)
            .register(registry);
  }

  private Timer timer(String name, String description, double[] seconds) {
    Duration[] buckets =
        Arrays.stream(seconds)
            .mapToObj(each -> Duration.ofNanos(Math.round(each * 1e9)))
            .toArray(Duration[]::new);
    return Timer.builder("evolve." + name)
        .description(description)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  /** Shows what an engine holds and has done. */
  public void watch(Supplier<EngineLoad> load) {
    gauge("num.requests.running", "Requests that take steps.", load, EngineLoad::running);
    gauge("num.requests.waiting", "Requests that wait for room.", load, EngineLoad::waiting);
    gauge("num.kv.blocks.used", "Cache blocks that requests hold.", load, at -> at.blocks().held());
    gauge(
        "num.kv.blocks.cached",
        "Cache blocks kept for prompts that begin alike.",
        load,
        at -> at.blocks().cached());
    gauge("num.kv.blocks", "Cache blocks in all.", load, at -> at.blocks().total());
    gauge(
        "kv.cache.usage.perc", "Share of cache blocks held, 0 to 1.", load, ServingMetrics::share);
    total("prompt.tokens", "Tokens of prompts taken.", load, at -> at.work().promptTokens());
    total("generation.tokens", "Tokens generated.", load, at -> at.work().generatedTokens());
    total(
        "prefix.cache.queries",
        "Prompt tokens looked up in the prefix cache.",
        load,
        at -> at.work().prefixQueries());
    total(
        "prefix.cache.hits",
        "Prompt tokens found in the prefix cache.",
        load,
        at -> at.work().prefixHits());
    total(
        "num.preemptions", "Requests put back to make room.", load, at -> at.work().preemptions());
    total(
        "spec.decode.num.draft.tokens",
        "Tokens that speculation proposed.",
        load,
        at -> at.work().draftedTokens());
    total(
        "spec.decode.num.accepted.tokens",
        "Proposed tokens that stood.",
        load,
        at -> at.work().acceptedTokens());
  }

  private static double share(EngineLoad load) {
    return load.blocks().total() == 0 ? 0 : (double) load.blocks().held() / load.blocks().total();
  }

  private void gauge(
      String name, String what, Supplier<EngineLoad> load, ToDoubleFunction<EngineLoad> value) {
    Gauge.builder("evolve." + name, load, each -> value.applyAsDouble(each.get()))
        .description(what)
        .strongReference(true)
        .register(registry);
  }

  private void total(
      String name, String what, Supplier<EngineLoad> load, ToDoubleFunction<EngineLoad> value) {
    // The registry holds the supplier weakly; the gauges above hold the same one strongly.
    FunctionCounter.builder("evolve." + name, load, each -> value.applyAsDouble(each.get()))
        .description(what)
        .register(registry);
  }

  /** An answer was given. */
  public void answered(String path, int status) {
    registry
        .counter("evolve.http.requests", Tags.of("path", path, "status", Integer.toString(status)))
        .increment();
  }

  /** A completion has all its tokens. */
  public void finished(String reason, Duration latency) {
    registry.counter("evolve.request.success", "finished_reason", reason).increment();
    whole.record(latency);
  }

  /** A completion was cancelled. */
  public void cancelled(String reason) {
    registry.counter("evolve.request.cancelled", "reason", reason).increment();
  }

  /** A completion has its first token. */
  public void firstToken(Duration sinceArrival) {
    firstToken.record(sinceArrival);
  }

  /** A completion has a further piece of text, which is a token's unless drafts stood. */
  public void nextText(Duration sinceLast) {
    betweenTexts.record(sinceLast);
  }

  /** A completion took so long for each token after its first. */
  public void perToken(Duration mean) {
    perToken.record(mean);
  }

  /** The engine took a step. */
  public void batch(int size) {
    batch.record(size);
  }

  /** Everything in Prometheus' text format, version 0.0.4. */
  public String scrape() {
    return registry.scrape();
  }
}
