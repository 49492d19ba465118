package dev.evolve.app.cli;

import dev.evolve.app.serving.ServeSettings;
import dev.evolve.app.serving.http.ServerLimits;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.serving.decode.DecodeKnobs;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Every option of {@code evolve serve} that a file may set too. */
final class ServeOptions {

  private static final int DEFAULT_PORT = 8000;
  private static final double MOST_SECONDS = 1e6;

  @Option(names = "--host", description = "address to listen on (default: ${DEFAULT-VALUE})")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      description = {
        "port to listen on; 0 lets the system choose, -1 is for none",
        "(default: " + DEFAULT_PORT + ", or none if there is a --socket)"
      })
  private int port = Integer.MIN_VALUE;

  @Option(names = "--socket", paramLabel = "PATH", description = "Unix domain socket to listen on")
  private @Nullable Path socket;

  @Option(
      names = "--model",
      description = {
        "small: 4 layers of width 256, context of 2,048 tokens; tiny: 1 layer of width 32, 512",
        "(default: ${DEFAULT-VALUE})"
      })
  private String model = "small";

  @Option(
      names = "--weights-seed",
      paramLabel = "N",
      description = "seed that the weights are drawn from (default: ${DEFAULT-VALUE})")
  private long weightsSeed = 1;

  @Option(
      names = "--kernels",
      description = {
        "c: built with this machine's compiler at first use; reference: Java, slow, same bits",
        "(default: ${DEFAULT-VALUE})"
      })
  private String kernels = "c";

  @Option(
      names = "--kv-block-size",
      paramLabel = "N",
      description = "tokens in a block of the key-value cache (default: ${DEFAULT-VALUE})")
  private int kvBlockSize = DecodeKnobs.DEFAULTS.kvBlockSize();

  @Option(
      names = "--kv-blocks",
      paramLabel = "N",
      description = {
        "blocks of the cache; a request holds those for its prompt and all it may generate",
        "(default: ${DEFAULT-VALUE})"
      })
  private int kvBlocks = DecodeKnobs.DEFAULTS.kvBlocks();

  @Option(
      names = "--prefill-chunk",
      paramLabel = "N",
      description = "most prompt tokens of one step (default: ${DEFAULT-VALUE})")
  private int prefillChunk = DecodeKnobs.DEFAULTS.prefillChunk();

  @Option(
      names = "--max-batch",
      paramLabel = "N",
      description = "most steps in one pass through the model (default: ${DEFAULT-VALUE})")
  private int maxBatch = DecodeKnobs.DEFAULTS.maxBatch();

  @Option(
      names = "--max-batch-tokens",
      paramLabel = "N",
      description = "most tokens in one pass (default: ${DEFAULT-VALUE})")
  private int maxBatchTokens = DecodeKnobs.DEFAULTS.maxBatchTokens();

  @Option(
      names = "--draft-length",
      paramLabel = "N",
      description =
          "most tokens drafted ahead by speculation, 0 for none (default: ${DEFAULT-VALUE})")
  private int draftLength = DecodeKnobs.DEFAULTS.draftLength();

  @Option(
      names = "--draft-ngram",
      paramLabel = "N",
      description = "longest run of tokens looked up to draft from (default: ${DEFAULT-VALUE})")
  private int draftNgram = DecodeKnobs.DEFAULTS.ngram();

  @Option(
      names = "--acceptance-threshold",
      paramLabel = "SHARE",
      description = {
        "for requests with relaxed_acceptance: how probable a drafted token must be, relative to",
        "the likeliest; 1 accepts only what would be said anyway (default: ${DEFAULT-VALUE})"
      })
  private double acceptanceThreshold = DecodeKnobs.DEFAULTS.acceptanceThreshold();

  @Option(
      names = "--queue-limit",
      paramLabel = "N",
      description = "requests that may wait for room; more get 429 (default: ${DEFAULT-VALUE})")
  private int queueLimit = 256;

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      description = "for reading a request; longer gets 408 (default: ${DEFAULT-VALUE})")
  private double requestTimeout = seconds(ServerLimits.defaults().times().request());

  @Option(
      names = "--keep-alive-timeout",
      paramLabel = "SECONDS",
      description = "between two requests of a connection (default: ${DEFAULT-VALUE})")
  private double keepAliveTimeout = seconds(ServerLimits.defaults().times().keepAlive());

  @Option(
      names = "--write-timeout",
      paramLabel = "SECONDS",
      description =
          "a client that takes nothing for so long is given up (default: ${DEFAULT-VALUE})")
  private double writeTimeout = seconds(ServerLimits.defaults().times().write());

  @Option(
      names = "--drain-timeout",
      paramLabel = "SECONDS",
      description = {
        "how long running requests may go on after SIGTERM; then they are cancelled",
        "(default: ${DEFAULT-VALUE})"
      })
  private double drainTimeout = seconds(ServerLimits.defaults().times().drain());

  @Option(
      names = "--max-body-bytes",
      paramLabel = "BYTES",
      description = "largest body of a request; more gets 413 (default: ${DEFAULT-VALUE})")
  private int maxBodyBytes = ServerLimits.defaults().sizes().bodyBytes();

  @Option(
      names = "--max-header-bytes",
      paramLabel = "BYTES",
      description = "largest headers of a request; more gets 431 (default: ${DEFAULT-VALUE})")
  private int maxHeaderBytes = ServerLimits.defaults().sizes().headerBytes();

  @Option(
      names = "--stream-buffer-bytes",
      paramLabel = "BYTES",
      description = {
        "text kept for a client that reads slowly; with more it is given up",
        "(default: ${DEFAULT-VALUE})"
      })
  private int streamBufferBytes = ServerLimits.defaults().sizes().streamBytes();

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "connections at once; more are closed (default: ${DEFAULT-VALUE})")
  private int maxConnections = ServerLimits.defaults().connections();

  @Option(
      names = "--access-log",
      description = "write a line for each request to the standard error")
  private boolean accessLog;

  boolean hasAccessLog() {
    return accessLog;
  }

  /**
   * What the options say together.
   *
   * @throws EvolveException if one is out of range
   */
  ServeSettings settings() {
    int tcp = port == Integer.MIN_VALUE ? (socket == null ? DEFAULT_PORT : -1) : port;
    require(tcp >= -1 && tcp <= 65_535, "--port must be from -1 to 65535, found " + tcp);
    require(tcp >= 0 || socket != null, "with --port -1 there must be a --socket");
    require(queueLimit >= 1, "--queue-limit must be at least 1, found " + queueLimit);
    require(maxConnections >= 1, "--max-connections must be at least 1, found " + maxConnections);
    try {
      return new ServeSettings(
          new ServeSettings.Address(host, tcp, socket),
          new ServeSettings.Model(
              model, weightsSeed, kernels, HomeOption.home().resolve("cache").resolve("kernels")),
          knobs(),
          queueLimit,
          limits());
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
    }
  }

  private DecodeKnobs knobs() {
    return new DecodeKnobs(
        kvBlockSize,
        kvBlocks,
        prefillChunk,
        maxBatch,
        maxBatchTokens,
        draftLength,
        draftNgram,
        acceptanceThreshold);
  }

  private ServerLimits limits() {
    return new ServerLimits(
        new ServerLimits.Times(
            duration("--request-timeout", requestTimeout),
            duration("--keep-alive-timeout", keepAliveTimeout),
            duration("--write-timeout", writeTimeout),
            duration("--drain-timeout", drainTimeout)),
        new ServerLimits.Sizes(maxBodyBytes, maxHeaderBytes, streamBufferBytes),
        maxConnections);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static Duration duration(String name, double seconds) {
    require(
        seconds >= 0 && seconds <= MOST_SECONDS,
        "%s must be from 0 to %.0f seconds, found %s".formatted(name, MOST_SECONDS, seconds));
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, otherwise);
    }
  }
}
