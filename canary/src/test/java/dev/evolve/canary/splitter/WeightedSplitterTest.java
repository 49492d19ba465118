package dev.evolve.canary.splitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evolve.canary.http.HttpHead.Header;
import dev.evolve.canary.http.HttpLimits;
import dev.evolve.canary.http.HttpPool;
import dev.evolve.canary.http.HttpRequest;
import dev.evolve.canary.http.HttpResponse;
import dev.evolve.canary.http.ToyService;
import dev.evolve.canary.time.SystemMonotonicClock;
import dev.evolve.measure.Arm;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightedSplitterTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir private Path directory;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private volatile UnaryOperator<String> candidateAnswer = request -> ToyService.ok("candidate");
  private ToyService baseline;
  private ToyService candidate;
  private WeightedSplitter splitter;
  private HttpPool client;

  @BeforeEach
  void start() throws IOException {
    baseline = ToyService.start(directory.resolve("b"), request -> ToyService.ok("baseline"));
    candidate = ToyService.start(directory.resolve("c"), request -> candidateAnswer.apply(request));
    SplitterSettings standard = SplitterSettings.standard();
    splitter =
        WeightedSplitter.start(
            baseline.address(),
            candidate.address(),
            7,
            new SplitterSettings(
                new HttpLimits(4096, 20, 1024 * 1024, 4 * 1024 * 1024),
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                8,
                32,
                standard.stickyHeader()),
            new SystemMonotonicClock());
    client = new HttpPool(splitter.address(), HttpLimits.standard(), timer, 8);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    splitter.close();
    baseline.close();
    candidate.close();
    timer.shutdownNow();
  }

  private HttpResponse post(String body) throws IOException {
    return client.send(
        HttpRequest.of("POST", "/work", body.getBytes(StandardCharsets.UTF_8)), PATIENCE);
  }

  private static String text(HttpResponse response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private int servedByCandidate(int requests) throws IOException {
    int count = 0;
    for (int i = 0; i < requests; i++) {
      count += text(post("{}")).equals("candidate") ? 1 : 0;
    }
    return count;
  }

  @Test
  void servesEverythingFromTheBaselineBeforeAWeightIsSet() throws IOException {
    assertThat(servedByCandidate(50)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.3, 0.5, 0.9})
  void respectsTheWeightWithinBinomialBounds(double weight) throws IOException {
    splitter.setWeight(weight);
    int requests = 1000;

    double deviation = Math.sqrt(requests * weight * (1 - weight));
    assertThat((double) servedByCandidate(requests))
        .isCloseTo(requests * weight, within(4 * deviation));
  }

  @Test
  void changesTheWeightWhileServing() throws IOException {
    splitter.setWeight(1);
    assertThat(servedByCandidate(20)).isEqualTo(20);
    splitter.setWeight(0);
    assertThat(servedByCandidate(20)).isZero();
    assertThatThrownBy(() -> splitter.setWeight(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> splitter.setWeight(1.01)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sendsTheSameKeyToTheSameArm() throws IOException {
    splitter.setWeight(0.5);
    int onCandidate = 0;
    for (int key = 0; key < 40; key++) {
      HttpRequest request =
          new HttpRequest(
              "GET",
              "/",
              List.of(new Header("Host", "x"), new Header("Evolve-Sticky-Key", "user-" + key)),
              new byte[0]);
      String first = text(client.send(request, PATIENCE));
      assertThat(text(client.send(request, PATIENCE))).isEqualTo(first);
      onCandidate += first.equals("candidate") ? 1 : 0;
    }
    assertThat(onCandidate).isBetween(8, 32);
  }

  @Test
  void keepsConnectionsToTheServices() throws IOException {
    servedByCandidate(50);

    assertThat(baseline.connections()).isEqualTo(1);
  }

  @Test
  void recordsLatencyAndOutcomeOfEachArm() throws IOException {
    splitter.setWeight(0.5);
    servedByCandidate(10);
    TrafficRecording recording = splitter.record();
    candidateAnswer = request -> "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n";
    for (int i = 0; i < 100; i++) {
      post("{}");
    }
    splitter.endRecording();
    servedByCandidate(10);

    var baselineSeen = recording.observe(Arm.BASELINE);
    var candidateSeen = recording.observe(Arm.CANDIDATE);
    assertThat(baselineSeen.requests() + candidateSeen.requests()).isEqualTo(100);
    assertThat(baselineSeen.errors()).isZero();
    assertThat(baselineSeen.latenciesMs())
        .hasSize((int) baselineSeen.requests())
        .allMatch(latency -> latency > 0 && latency < 1000);
    assertThat(candidateSeen.errors()).isEqualTo(candidateSeen.requests()).isPositive();
    assertThat(candidateSeen.latenciesMs()).isEmpty();
  }

  @Test
  void letsTheBaselineServeWhenTheCandidateIsDead() throws IOException {
    candidate.close();
    splitter.setWeight(1);
    TrafficRecording recording = splitter.record();

    assertThat(servedByCandidate(20)).isZero();
    assertThat(recording.observe(Arm.CANDIDATE).errors()).isEqualTo(20);
    assertThat(recording.requests(Arm.BASELINE)).isZero();
  }

  @Test
  void sendsNoPostAgainThatReachedAService() throws IOException {
    candidateAnswer = request -> ToyService.HANG_UP;
    splitter.setWeight(1);
    TrafficRecording recording = splitter.record();

    assertThat(post("{}").status()).isEqualTo(502);
    assertThat(candidate.requests()).hasSize(1);
    assertThat(baseline.requests()).isEmpty();
    assertThat(recording.errors(Arm.CANDIDATE)).isEqualTo(1);
  }

  @Test
  void answersGatewayTimeoutWhenAServiceHangs() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    candidateAnswer =
        request -> {
          try {
            never.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return ToyService.HANG_UP;
        };
    splitter.setWeight(1);
    TrafficRecording recording = splitter.record();

    assertThat(post("{}").status()).isEqualTo(504);
    assertThat(recording.errors(Arm.CANDIDATE)).isEqualTo(1);
    never.countDown();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage\r\n\r\n",
        "HTTP/1.1 OK\r\n\r\n",
        "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
        "HTTP/2 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 101 Switching\r\n\r\n",
        "HTTP/1.1 200 O"
      })
  void answersBadGatewayToAMalformedAnswer(String answer) throws IOException {
    candidateAnswer = request -> answer + ToyService.HANG_UP;
    splitter.setWeight(1);
    TrafficRecording recording = splitter.record();

    assertThat(post("{}").status()).isEqualTo(502);
    assertThat(recording.errors(Arm.CANDIDATE)).isEqualTo(1);
    splitter.setWeight(0);
    assertThat(text(post("{}"))).isEqualTo("baseline");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"
      })
  void breaksTheConnectionWhenAnAnswerBreaksOff(String answer) {
    candidateAnswer = request -> answer + ToyService.HANG_UP;
    splitter.setWeight(1);
    TrafficRecording recording = splitter.record();

    assertThatThrownBy(() -> post("{}")).isInstanceOf(IOException.class);
    assertThat(recording.errors(Arm.CANDIDATE)).isEqualTo(1);
  }

  @Test
  void passesOnChunkedAndUnboundedAnswers() throws IOException {
    splitter.setWeight(1);
    candidateAnswer =
        request ->
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nEvolve-Arm: BASELINE\r\n\r\n"
                + "4;x=y\r\nabcd\r\n2\r\nef\r\n0\r\nTrailer: x\r\n\r\n";
    HttpResponse chunked = post("{}");
    assertThat(text(chunked)).isEqualTo("abcdef");
    assertThat(chunked.head().all(WeightedSplitter.ARM_HEADER)).containsExactly("CANDIDATE");

    candidateAnswer = request -> "HTTP/1.0 200 OK\r\n\r\nto the end" + ToyService.HANG_UP;
    assertThat(text(post("{}"))).isEqualTo("to the end");
  }

  @Test
  void passesOnBigBodiesBothWays() throws IOException {
    splitter.setWeight(1);
    String big = "x".repeat(1024 * 1024);
    candidateAnswer =
        request -> ToyService.ok(request.substring(request.indexOf("\r\n\r\n") + 4).repeat(3));

    assertThat(text(post(big))).isEqualTo(big.repeat(3));
    candidateAnswer = request -> ToyService.ok("y".repeat(5 * 1024 * 1024));
    assertThat(post("{}").status()).isEqualTo(502);
    assertThat(post(big + "x").status()).isEqualTo(413);
  }

  private String raw(String request) throws IOException {
    try (Socket socket =
        new Socket(splitter.address().getAddress(), splitter.address().getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "400|NONSENSE\r\n\r\n",
        "400|GET / HTTP/1.1\r\n\r\n",
        "400|GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "400|GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "400|G\u0001T / HTTP/1.1\r\nHost: a\r\n\r\n",
        "400|GET / HTTP/1.1\r\nHost: a\r\nbad header: x\r\n\r\n",
        "400|GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
        "400|POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "400|POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        "400|POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na",
        "501|POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
        "505|GET / HTTP/3\r\nHost: a\r\n\r\n",
        "413|POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n"
      })
  void refusesMalformedRequests(String example) throws IOException {
    String[] parts = example.split("\\|", 2);

    assertThat(raw(parts[1])).startsWith("HTTP/1.1 " + parts[0]);
    assertThat(baseline.requests()).isEmpty();
  }

  @Test
  void refusesHeadsOverTheLimits() throws IOException {
    assertThat(raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + "y".repeat(5000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431");
    assertThat(raw("GET / HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n".repeat(30) + "\r\n"))
        .startsWith("HTTP/1.1 431");
  }

  @Test
  void dropsTheHeadersOfOneConnection() throws IOException {
    String answer =
        raw(
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close, X-Secret\r\nX-Secret: 1\r\nX-Kept: 2\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 200 OK").contains("Connection: close");
    assertThat(Objects.requireNonNull(baseline.requests().getFirst()))
        .contains("X-Kept: 2")
        .doesNotContain("X-Secret", "Connection");
  }

  @Test
  void answersAClientOfTheOlderProtocolAndPipelinedRequests() throws IOException {
    assertThat(raw("GET / HTTP/1.0\r\n\r\n")).contains("Connection: close").endsWith("baseline");
    String two = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2);
    assertThat(raw(two).split("HTTP/1.1 200 OK", -1)).hasSize(3);
  }

  @Test
  void drainsTheCandidateBeforeItIsRetired() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    candidateAnswer =
        request -> {
          arrived.countDown();
          try {
            release.await(10, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return ToyService.ok("candidate");
        };
    splitter.setWeight(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse> slow = threads.submit(() -> post("{}"));
      assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(splitter.direct(Arm.CANDIDATE)).isNotNull();
      Future<Boolean> retired = threads.submit(() -> splitter.retireCandidate(PATIENCE));
      release.countDown();

      assertThat(retired.get(10, TimeUnit.SECONDS)).isTrue();
      assertThat(text(slow.get(10, TimeUnit.SECONDS))).isEqualTo("candidate");
    }
    splitter.setWeight(1);
    assertThat(servedByCandidate(10)).isZero();
  }

  @Test
  void finishesWhatIsUnderWayWhenItCloses() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    candidateAnswer =
        request -> {
          arrived.countDown();
          try {
            Thread.sleep(100);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return ToyService.ok("candidate");
        };
    splitter.setWeight(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<HttpResponse> slow = threads.submit(() -> post("{}"));
      assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
      splitter.close();

      assertThat(text(slow.get(10, TimeUnit.SECONDS))).isEqualTo("candidate");
    }
  }
}
