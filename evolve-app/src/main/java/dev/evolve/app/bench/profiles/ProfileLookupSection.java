package dev.evolve.app.bench.profiles;

import dev.evolve.app.EvolveApplication;
import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.FileSystemUtils;

/**
 * Profile lookup by REST: the service's own web server, filters, controller and view over a
 * database of some thousand profiles, asked by a client of its own on one connection, one question
 * after the other. Inside the timed part: request, answer and the transfer of both; outside: the
 * start, and the first questions, which warm the machine up.
 */
public final class ProfileLookupSection {

  private static final double GOAL_MS = 10;
  private static final long SEED = 4;
  private static final int MACHINES = 500;
  private static final int WARM_UP = 1_000;
  private static final int QUESTIONS = 5_000;
  private static final int QUICK_QUESTIONS = 1_000;
  private static final int NANOS_IN_MS = 1_000_000;

  private ProfileLookupSection() {}

  /**
   * Measures.
   *
   * @param setting where and how thoroughly
   * @param bench the bench that the figures belong to, such as {@code search}
   */
  public static List<BenchResult> run(BenchSetting setting, String bench) {
    try {
      Path home = Files.createTempDirectory("evolve-bench");
      try {
        return measure(setting, bench, home);
      } finally {
        FileSystemUtils.deleteRecursively(home);
      }
    } catch (IOException e) {
      throw new EvolveException(ErrorCode.INTERNAL, "the bench of profiles failed: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EvolveException(ErrorCode.INTERNAL, "interrupted", e);
    }
  }

  private static List<BenchResult> measure(BenchSetting setting, String bench, Path home)
      throws IOException, InterruptedException {
    BenchPack pack = new PackReader().read(setting.source().resolve("bench-packs/cpu-sgemm"));
    BenchHistory history = new BenchHistory(pack, MACHINES);
    SpringApplication application = new SpringApplication(ProfileServer.class);
    application.addInitializers(
        context -> context.getBeanFactory().registerSingleton("benchHistory", history));
    application.setDefaultProperties(Map.of("evolve.home", home.toString()));
    try (ConfigurableApplicationContext context = application.run("--server.port=0");
        HttpClient client = HttpClient.newHttpClient()) {
      String url = EvolveApplication.url(context);
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
      ask(client, url, history, random, WARM_UP);
      double[] millis =
          ask(client, url, history, random, setting.quick() ? QUICK_QUESTIONS : QUESTIONS);
      return results(setting, bench, history, millis);
    }
  }

  private static double[] ask(
      HttpClient client, String url, BenchHistory history, RandomGenerator random, int times)
      throws IOException, InterruptedException {
    double[] millis = new double[times];
    for (int i = 0; i < times; i++) {
      String question = history.question(random);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + "/api/v1/profiles/lookup?" + question)).build();
      long begun = System.nanoTime();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      millis[i] = (double) (System.nanoTime() - begun) / NANOS_IN_MS;
      String outcome = Json.readTree(answer.body()).path("outcome").asString("nothing");
      if (answer.statusCode() != 200 || !outcome.equals("HIT")) {
        throw new EvolveException(
            ErrorCode.INTERNAL,
            "wanted a hit for "
                + question
                + ", found "
                + answer.statusCode()
                + " "
                + answer.body());
      }
    }
    Arrays.sort(millis);
    return millis;
  }

  private static List<BenchResult> results(
      BenchSetting setting, String bench, BenchHistory history, double[] millis) {
    String among = " among " + history.profiles() + " profiles";
    return List.of(
        result(setting, bench, "profile lookup by REST, p50" + among, millis, 0.50),
        result(setting, bench, "profile lookup by REST, p99" + among, millis, 0.99));
  }

  /** A percentile, with the smallest and the largest as its range. */
  private static BenchResult result(
      BenchSetting setting, String bench, String metric, double[] sorted, double share) {
    double value = sorted[(int) Math.ceil(share * sorted.length) - 1];
    return setting.result(
        bench,
        metric,
        value,
        sorted[0],
        sorted[sorted.length - 1],
        "ms",
        "at most 10 ms",
        value <= GOAL_MS,
        sorted.length);
  }
}
