package dev.evolve.app.cli;

import dev.evolve.app.serving.ServeLogging;
import dev.evolve.app.serving.ServeSettings;
import dev.evolve.app.serving.Serving;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evolve serve}: the decoder behind an OpenAI-compatible HTTP server, in the foreground. */
@Command(
    name = "serve",
    description = {
      "Serve a small decoder over HTTP, compatible with OpenAI's completions and chat completions,",
      "until it is stopped with Ctrl-C or SIGTERM, which let running requests finish."
    },
    mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ServeOptions options;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "JSON file with values for the options here, by their names with underscores",
        "({\"kv_block_size\": 32}); the command line goes first"
      })
  private @Nullable Path config;

  @Override
  public Integer call() throws InterruptedException {
    if (config != null) {
      OptionFile.apply(config, spec, spec.commandLine().getParseResult());
    }
    ServeSettings settings = options.settings();
    ServeLogging.setUp(options.hasAccessLog());
    Serving serving = Serving.start(settings);
    System.out.printf(
        "evolve: serving %s on %s%n", serving.model(), String.join(" and ", serving.addresses()));
    System.out.flush();
    return untilStopped(serving);
  }

  private static int untilStopped(Serving serving) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    AtomicBoolean isBroken = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().unstarted(() -> drain(serving, isBroken)));
    serving
        .broken()
        .thenRun(
            () -> {
              isBroken.set(true);
              stopped.countDown();
            });
    stopped.await();
    return 1;
  }

  /** A drain after a signal is what was asked for, so the exit code is 0 and not the signal's. */
  private static void drain(Serving serving, AtomicBoolean isBroken) {
    if (isBroken.get()) {
      serving.close();
      return;
    }
    try {
      boolean isGentle = serving.drain();
      System.out.println(
          isGentle
              ? "evolve: drained, all requests were answered"
              : "evolve: drained, requests that took too long were cancelled");
      System.out.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }
}
