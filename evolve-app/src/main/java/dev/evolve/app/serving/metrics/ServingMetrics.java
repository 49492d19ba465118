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
  private volatile EngineLoad load = EngineLoad.NONE;

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
            .description("Steps that were handed to the engine together.")
            .serviceLevelObjectives(BATCH_SIZES)
            .register(registry);
    showEngine();
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

  private void showEngine() {
    gauge("num.requests.running", "Requests that take steps.", EngineLoad::running);
    gauge("num.requests.waiting", "Requests that wait for room.", EngineLoad::waiting);
    gauge("num.kv.blocks.used", "Cache blocks that requests hold.", at -> at.blocks().held());
    gauge(
        "num.kv.blocks.cached",
        "Cache blocks kept for prompts that begin alike.",
        at -> at.blocks().cached());
    gauge("num.kv.blocks", "Cache blocks in all.", at -> at.blocks().total());
    gauge("kv.cache.usage.perc", "Share of cache blocks held, 0 to 1.", ServingMetrics::share);
    total("prompt.tokens", "Tokens of prompts taken.", at -> at.work().promptTokens());
    total("generation.tokens", "Tokens generated.", at -> at.work().generatedTokens());
    total(
        "prefix.cache.queries",
        "Prompt tokens looked up in the prefix cache.",
        at -> at.work().prefixQueries());
    total(
        "prefix.cache.hits",
        "Prompt tokens found in the prefix cache.",
        at -> at.work().prefixHits());
    total("engine.passes", "Passes through the model.", at -> at.work().passes());
    total("engine.steps", "Steps of requests in these passes.", at -> at.work().steps());
    total("num.preemptions", "Requests put back to make room.", at -> at.work().preemptions());
    total(
        "spec.decode.num.draft.tokens",
        "Tokens that speculation proposed.",
        at -> at.work().draftedTokens());
    total(
        "spec.decode.num.accepted.tokens",
        "Proposed tokens that stood.",
        at -> at.work().acceptedTokens());
  }

  private static double share(EngineLoad load) {
    return load.blocks().total() == 0 ? 0 : (double) load.blocks().held() / load.blocks().total();
  }

  private void gauge(String name, String what, ToDoubleFunction<EngineLoad> value) {
    Gauge.builder("evolve." + name, this, self -> value.applyAsDouble(self.load))
        .description(what)
        .register(registry);
  }

  private void total(String name, String what, ToDoubleFunction<EngineLoad> value) {
    FunctionCounter.builder("evolve." + name, this, self -> value.applyAsDouble(self.load))
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

  /** So many steps were handed to the engine together. */
  public void batch(int size) {
    batch.record(size);
  }

  /**
   * Everything in Prometheus' text format, version 0.0.4.
   *
   * @param now what the engine holds and has done
   */
  public synchronized String scrape(EngineLoad now) {
    load = now;
    return registry.scrape();
  }
}
