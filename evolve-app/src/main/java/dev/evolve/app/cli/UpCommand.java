package dev.evolve.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code evolve up}: the service in the foreground until it is interrupted. */
@Command(
    name = "up",
    description = "Run the service with its dashboard until it is stopped with Ctrl-C.",
    mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {

  @Mixin private ServiceOptions options;

  @Override
  public Integer call() throws InterruptedException {
    try (LocalService service = LocalService.start(HomeOption.home(), options)) {
      service.announce(System.out);
      service.awaitStop();
    }
    return 0;
  }
}
