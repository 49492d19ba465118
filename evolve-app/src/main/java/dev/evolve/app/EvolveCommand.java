package dev.evolve.app;

import dev.evolve.app.cli.ApproveCommand;
import dev.evolve.app.cli.BenchCommand;
import dev.evolve.app.cli.GateCommand;
import dev.evolve.app.cli.HistoryCommand;
import dev.evolve.app.cli.MemoryCommand;
import dev.evolve.app.cli.ProfilesCommand;
import dev.evolve.app.cli.RejectCommand;
import dev.evolve.app.cli.ReplayCommand;
import dev.evolve.app.cli.RollbackCommand;
import dev.evolve.app.cli.RunCommand;
import dev.evolve.app.cli.ServeCommand;
import dev.evolve.app.cli.StatusCommand;
import dev.evolve.app.cli.TuneCommand;
import dev.evolve.app.cli.UpCommand;
import dev.evolve.app.cli.VerifyCommand;
import dev.evolve.error.EvolveException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the one application jar; {@code ./evolve} is a thin script over it. */
@Command(
    name = "evolve",
    description = "Lets performance-critical code improve itself, safely.",
    mixinStandardHelpOptions = true,
    version = "Evolve 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunCommand.class,
      UpCommand.class,
      ServeCommand.class,
      StatusCommand.class,
      ProfilesCommand.class,
      MemoryCommand.class,
      ApproveCommand.class,
      RejectCommand.class,
      RollbackCommand.class,
      VerifyCommand.class,
      GateCommand.class,
      TuneCommand.class,
      ReplayCommand.class,
      HistoryCommand.class,
      BenchCommand.class
    })
public final class EvolveCommand {

  private EvolveCommand() {}

  /** Runs a command; the exit code is 0 if it did what was asked, 1 if not, 2 if it was misused. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    // Serving starts often and wants to be ready at once: the other commands' classes, and Spring
    // with them, are not even loaded.
    boolean isServe = arguments.length > 0 && arguments[0].equals("serve");
    return isServe
        ? execute(
            new CommandLine(new ServeCommand()).setCommandName("evolve serve"),
            Arrays.copyOfRange(arguments, 1, arguments.length))
        : execute(new CommandLine(new EvolveCommand()), arguments);
  }

  private static int execute(CommandLine commandLine, String... arguments) {
    return commandLine
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("evolve: " + explain(failure));
              return 1;
            })
        .execute(arguments);
  }

  private static String explain(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof EvolveException known) {
        return known.getMessage() + " [" + known.code().wireName() + "]";
      }
    }
    return failure.toString();
  }
}
