package dev.evolve.app.serving;

import dev.evolve.app.serving.ServeSettings.Model;
import dev.evolve.app.serving.decode.DecodeCompletions;
import dev.evolve.app.serving.http.CompletionServer;
import dev.evolve.app.serving.metrics.ServingMetrics;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.serving.decode.DecoderModel;
import dev.evolve.serving.decode.DecoderShape;
import dev.evolve.serving.kernel.Kernels;
import dev.evolve.serving.kernel.KernelsUnavailableException;
import dev.evolve.serving.kernel.NativeKernels;
import dev.evolve.serving.kernel.ReferenceKernels;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A running server with its engine. */
public final class Serving implements AutoCloseable {

  private static final int ID_BYTES = 12;

  private final DecodeCompletions engine;
  private final CompletionServer server;
  private final CompletableFuture<Void> broken;
  private final List<String> addresses = new ArrayList<>();

  private Serving(
      DecodeCompletions engine, CompletionServer server, CompletableFuture<Void> broken) {
    this.engine = engine;
    this.server = server;
    this.broken = broken;
  }

  /**
   * Starts what the settings say; it takes requests when this method returns.
   *
   * @throws EvolveException if it cannot
   */
  public static Serving start(ServeSettings settings) {
    CompletableFuture<Kernels> kernels =
        CompletableFuture.supplyAsync(() -> kernels(settings.model()));
    CompletableFuture<DecoderModel> model =
        CompletableFuture.supplyAsync(() -> model(settings.model()));
    ServingMetrics metrics = new ServingMetrics();
    CompletableFuture<Void> broken = new CompletableFuture<>();
    DecodeCompletions engine =
        new DecodeCompletions(
            new DecodeCompletions.Setup(
                joined(model),
                joined(kernels),
                settings.knobs(),
                settings.queueLimit(),
                InstantSource.system()),
            metrics::batch,
            () -> broken.complete(null));
    CompletionServer server =
        new CompletionServer(engine, metrics, settings.limits(), sources(new SecureRandom()));
    Serving serving = new Serving(engine, server, broken);
    serving.listen(settings.address());
    return serving;
  }

  private void listen(ServeSettings.Address address) {
    try {
      if (address.port() >= 0) {
        int port = server.listen(address.host(), address.port());
        String host = address.host().contains(":") ? "[" + address.host() + "]" : address.host();
        addresses.add("http://" + host + ":" + port);
      }
      Path socket = address.socket();
      if (socket != null) {
        server.listen(socket);
        addresses.add("unix:" + socket);
      }
    } catch (EvolveException e) {
      close();
      throw e;
    }
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private static CompletionServer.Sources sources(SecureRandom random) {
    return new CompletionServer.Sources(
        () -> {
          byte[] id = new byte[ID_BYTES];
          random.nextBytes(id);
          return HexFormat.of().formatHex(id);
        },
        random::nextLong,
        InstantSource.system());
  }

  private static Kernels kernels(Model model) {
    try {
      return switch (model.kernels()) {
        case "c" -> NativeKernels.load(model.kernelCache());
        case "reference" -> new ReferenceKernels();
        default ->
            throw new EvolveException(
                ErrorCode.INVALID_REQUEST,
                "kernels must be c or reference, found " + model.kernels());
      };
    } catch (KernelsUnavailableException e) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, e.getMessage() + "; here that is --kernels reference", e);
    }
  }

  private static DecoderModel model(Model model) {
    DecoderShape shape =
        switch (model.size()) {
          case "small" -> DecoderShape.SMALL;
          case "tiny" -> DecoderShape.TINY;
          default ->
              throw new EvolveException(
                  ErrorCode.INVALID_REQUEST, "model must be small or tiny, found " + model.size());
        };
    return DecoderModel.seeded("evolve-" + model.size(), shape, model.seed());
  }

  /** Where it listens, such as {@code http://127.0.0.1:8000} and {@code unix:/run/evolve.sock}. */
  public List<String> addresses() {
    return List.copyOf(addresses);
  }

  /** What it serves, with the version of its weights. */
  public String model() {
    return engine.model().id() + " (weights " + engine.model().weightsVersion() + ")";
  }

  /** Done when the engine cannot go on. */
  public CompletableFuture<Void> broken() {
    return broken;
  }

  /**
   * Takes no new requests, lets those under way finish as long as the settings allow, and closes.
   *
   * @return whether all of them finished by themselves
   */
  public boolean drain() throws InterruptedException {
    boolean isGentle = server.drain();
    close();
    return isGentle;
  }

  @Override
  public void close() {
    server.close();
    engine.close();
  }
}
